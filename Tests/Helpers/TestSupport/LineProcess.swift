import Foundation

/// A process that reads commands as lines and answers each with a line.
///
/// Its methods block the calling thread, so call them on a thread of their own.
package final class LineProcess {
  /// The error that the process ended without an answer to `command`. `status` is from `waitpid`.
  package struct Ended: Error {
    package let command: String
    package let status: Int32
  }

  private let process: SpawnedProcess
  private let commands: FileHandle
  private var last = ""

  /// Creates a named pipe at the path `commands`, and starts the process with the pipe as its
  /// input.
  package init(_ executable: String, _ arguments: [String], commands path: String) throws {
    unlink(path)
    guard mkfifo(path, 0o600) == 0 else { throw Spawn.Failed(call: "mkfifo", code: errno) }
    // Opens the pipe for reading, too. Otherwise, `open` would wait until the started process opens
    // the pipe.
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
