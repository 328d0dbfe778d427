import Foundation
import TestSupport
import Testing

/// SQLite's memory belongs to a whole process, so it is another one that runs out of it.
@Suite("Out of memory")
struct OutOfMemoryTests {
  @Test(
    "Whichever allocation fails, it is said so, nothing is lost, and the same store goes on",
    arguments: [false, true])
  func sweep(isSticky: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("NavStoreTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SeededRandom.make()
    let process = Process()
    process.executableURL = try BuiltExecutable.named("reliability-worker")
    process.arguments = ["oom", folder.appendingPathComponent("store.sqlite").path]
    if isSticky { process.arguments?.append("sticky=yes") }
    if !isSoak {
      let first = Int.random(in: 1...97, using: &random)
      process.arguments? += ["from=\(first)", "step=97", "tries=60"]
    }
    let output = folder.appendingPathComponent("output")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try await process.runUntilExit()

    let lines = try String(decoding: Data(contentsOf: output), as: UTF8.self).split(separator: "\n")
    let last = lines.last ?? ""
    print("Out of memory, \(isSticky ? "from then on" : "once"): \(last)")
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    if last == "not possible with this SQLite" { return }
    #expect(last.hasPrefix("tried ") && !last.hasPrefix("tried 0 "))
    #expect(last.hasSuffix(", 0 faults"), "\(lines.prefix(5).joined(separator: "\n"))")
  }
}
