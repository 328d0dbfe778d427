import Foundation
import NavStore

/// Records new log messages that contain `word`. Other messages may be from tests that run now.
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
