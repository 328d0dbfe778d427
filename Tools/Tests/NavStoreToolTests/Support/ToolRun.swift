import Foundation

/// A run of `navstore` or another program in a process of its own, as a user starts it. A process
/// of its own doesn't share file locks with the test's process.
struct ToolRun {
  let status: Int32
  let output: String
  let complaint: String

  var lines: [Substring] { output.split(separator: "\n") }

  init(_ arguments: [String]) throws {
    try self.init(Self.executable("navstore"), arguments)
  }

  init(_ arguments: String...) throws {
    try self.init(arguments)
  }

  init(_ executable: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (output, complaint) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = complaint
    try process.run()
    // Reads the whole output before the error messages. The messages are short, so the program
    // never waits for a reader of their pipe.
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    self.complaint = String(
      decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  static func path(_ name: String) throws -> String { try executable(name).path }

  /// Returns the URL of the program with this name, which is in one of the four folders above the
  /// test bundle or the test program.
  private static func executable(_ name: String) throws -> URL {
    var starts = CommandLine.arguments.filter { $0.contains(".xctest") || $0.hasPrefix("/") }
    starts += Bundle.allBundles.map(\.bundlePath)
    if let own = Bundle.main.executablePath { starts.append(own) }
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<4 {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue { return candidate }
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
