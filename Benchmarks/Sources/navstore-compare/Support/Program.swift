import CFloor
import Foundation

/// A small program of this package, in the folder of `navstore-compare`.
struct Program {
  let name: String

  static let nothing = Program(name: "launch-nothing")
  static let navStore = Program(name: "launch-navstore")
  static let navRouting = Program(name: "launch-navrouting")
  static let grdb = Program(name: "launch-grdb")
  static let steps = Program(name: "navstore-steps")

  struct Failure: Error {
    let program: String
    let status: Int32
  }

  /// Starts the program, waits for its end and returns the first 255 bytes of its output.
  @discardableResult
  func run(_ arguments: String...) throws -> String {
    precondition(arguments.count <= 2)
    var output = [CChar](repeating: 0, count: 256)
    let status = floor_launch(
      try url.path, arguments.first, arguments.count > 1 ? arguments[1] : nil, &output,
      output.count)
    guard status == 0 else { throw Failure(program: name, status: status) }
    let text = String(
      decoding: output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the size of the program's file without symbols, in bytes.
  func strippedSize(in workspace: Workspace) throws -> Int {
    let stripped = workspace.file(name)
    let strip = Process()
    strip.executableURL = URL(filePath: "/usr/bin/env")
    strip.arguments = ["strip", "-o", stripped.path, try url.path]
    try strip.run()
    strip.waitUntilExit()
    guard strip.terminationStatus == 0 else {
      throw Skipped(reason: "strip, of the compiler's tools, does not work here.")
    }
    return try stripped.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }

  private var url: URL {
    get throws {
      guard let own = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
        throw Failure(program: name, status: -1)
      }
      return own.deletingLastPathComponent().appendingPathComponent(name)
    }
  }
}
