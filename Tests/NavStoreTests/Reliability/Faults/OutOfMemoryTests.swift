import Foundation
import TestSupport
import Testing

/// Makes memory allocations of SQLite fail in a separate process, because all connections of one
/// process share SQLite's memory.
@Suite("Out of memory")
struct OutOfMemoryTests {
  @Test(
    "Any failing allocation is reported, nothing is lost, and the store continues",
    arguments: [false, true])
  func sweep(isSticky: Bool) async throws {
    var random = SeededRandom.make()
    var arguments = isSticky ? ["sticky=yes"] : []
    if !isSoak {
      let first = Int.random(in: 1...197, using: &random)
      arguments += ["from=\(first)", "step=197", "tries=50"]
    }
    let lines = try await run(arguments)
    let last = lines.last ?? ""
    print("Out of memory, \(isSticky ? "from then on" : "once"): \(last)")
    if Self.isImpossible(last) { return }
    #expect(last.hasPrefix("tried ") && !last.hasPrefix("tried 0 "))
    #expect(last.hasSuffix(", 0 faults"), "\(lines.prefix(5).joined(separator: "\n"))")
  }

  @Test("Control: a change that is not repeated after a failure is found to be missing")
  func notMadeAgain() async throws {
    let last = try await run(["sticky=yes", "again=no", "from=500", "step=1000", "tries=8"]).last
    print("Out of memory, control: \(last ?? "")")
    if Self.isImpossible(last) { return }
    #expect(last?.hasSuffix(", 0 faults") == false)
  }

  /// Whether the process reports that it can't make allocations fail. On Apple platforms, the
  /// system's SQLite may be in use before the test starts, and SQLite accepts an allocator only
  /// before its first use.
  private static func isImpossible(_ line: String?) -> Bool {
    #if canImport(Darwin)
      line == "not possible with this SQLite"
    #else
      false
    #endif
  }

  /// Runs the worker process and returns the lines that it prints. Expects a normal exit.
  private func run(_ arguments: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    let process = try await FinishedProcess(
      try BuiltExecutable.named("reliability-worker"),
      ["oom", folder.store.path] + arguments)
    let lines = process.output.split(separator: "\n").map(String.init)
    #expect(process.status == 0, "\(lines.suffix(3)), signal \(process.signal ?? 0)")
    return lines
  }
}
