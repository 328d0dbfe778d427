import Foundation

/// A run of the program in a process of its own, as a user starts it, so that it does not share the
/// locks of the test.
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
    // Read the output first, because the error messages always fit into their pipe.
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    self.complaint = String(
      decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  static func path(_ name: String) throws -> String { try executable(name).path }

  /// Returns the program's URL. The build folder is some folders above the test bundle.
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
