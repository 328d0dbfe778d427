import Foundation
import NavStore

/// Records new log messages that contain `word`, because tests that run at the same time also write
/// to the log.
final class LogRecorder: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  var lines: [String] { lock.withLock { kept } }

  init(of word: String) {
    ProblemLog.addListener { [weak self] line in
      guard let self, line.contains(word) else { return }
      lock.withLock { kept.append(line) }
    }
  }
}
