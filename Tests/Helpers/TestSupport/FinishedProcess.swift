import Foundation

/// A process that a test ran to its end, and what it wrote.
package struct FinishedProcess: Sendable {
  package let output: String
  package let errors: String

  /// What killed it; nil where it ended by itself.
  package let signal: Int32?

  /// Its exit status; nil where it was killed.
  package let status: Int32?

  /// Runs `executable`: `input` is the file that it reads, `environment` goes beside that of this
  /// process, `folder` is where it runs.
  ///
  /// Its output goes to files: however much is written, nobody waits for a reader.
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
    // As wait(2) puts it: the signal in the lowest seven bits, the status above the eighth.
    signal = end & 0x7f == 0 ? nil : end & 0x7f
    status = end & 0x7f == 0 ? (end >> 8) & 0xff : nil
  }
}
