import Foundation

/// A process that reads commands as lines and answers each with a line.
///
/// The calls block; see ``SpawnedProcess``.
package final class LineProcess {
  /// The process ended instead of answering.
  package struct Ended: Error {
    package let command: String
    package let status: Int32
  }

  private let process: SpawnedProcess
  private let commands: FileHandle
  private var last = ""

  /// Starts the process with a named pipe at the path `commands` as its input.
  package init(_ executable: String, _ arguments: [String], commands path: String) throws {
    unlink(path)
    guard mkfifo(path, 0o600) == 0 else { throw Spawn.Failed(call: "mkfifo", code: errno) }
    // Opened for reading as well, so that neither process waits until the other opens its end.
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Spawn.Failed(call: "open", code: errno) }
    commands = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    process = try SpawnedProcess(try BuiltExecutable.named(executable), arguments, input: path)
  }

  package func send(_ line: String) throws {
    last = line
    try commands.write(contentsOf: Data("\(line)\n".utf8))
  }

  package func receive() throws -> String {
    guard let line = process.readLine() else {
      throw Ended(command: last, status: process.waitUntilExit())
    }
    return line
  }

  package func kill() {
    process.signal(SIGKILL)
    process.waitUntilExit()
  }
}
