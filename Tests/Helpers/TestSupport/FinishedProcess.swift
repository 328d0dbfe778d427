import Foundation

/// A process that a test ran to its end, and its output.
package struct FinishedProcess: Sendable {
  package let output: String
  package let errors: String

  /// The signal that killed the process; `nil` if it exited.
  package let signal: Int32?

  /// The exit status; `nil` if the process was killed.
  package let status: Int32?

  /// Runs `executable` with `input` as its standard input, in `folder`. `environment` is added to
  /// the environment of this process.
  ///
  /// The output is written to files, so that the process never waits for a reader.
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
    // wait(2) puts the signal into the lowest seven bits and the status above the eighth.
    signal = end & 0x7f == 0 ? nil : end & 0x7f
    status = end & 0x7f == 0 ? (end >> 8) & 0xff : nil
  }
}
