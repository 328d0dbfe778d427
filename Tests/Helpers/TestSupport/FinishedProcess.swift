import Foundation

/// A process that a test ran to its end, and its output.
package struct FinishedProcess: Sendable {
  package let output: String
  package let errors: String

  /// The signal that killed the process; `nil` if it exited.
  package let signal: Int32?

  /// The exit status; `nil` if the process was killed.
  package let status: Int32?

  /// Runs `executable` in `folder` until it ends. Its standard input is the file at the path
  /// `input`. Its environment is that of the test process and the variables in `environment`.
  ///
  /// The output is written to files. With a pipe, the process would wait whenever the pipe is full.
  package init(
    _ executable: URL, _ arguments: [String] = [], input: String = "/dev/null",
    environment: [String: String] = [:], in folder: URL? = nil
  ) async throws {
    let written = try TemporaryFolder()
    let output = written.file("output")
    let errors = written.file("errors")
    let spawn = Spawn(
      executable: executable, arguments: arguments, input: input, environment: environment,
      folder: folder)
    let end = try await onOwnThread {
      let id = try spawn.start(output: .file(output.path), errors: .file(errors.path))
      var end: Int32 = 0
      while waitpid(id, &end, 0) < 0, errno == EINTR {}
      return end
    }
    self.output = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    // waitpid(2) puts the signal into bits 0 to 6 and the exit status into bits 8 to 15.
    signal = end & 0x7f == 0 ? nil : end & 0x7f
    status = end & 0x7f == 0 ? (end >> 8) & 0xff : nil
  }
}
