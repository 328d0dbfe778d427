import Foundation
import NavStore

/// What the log says from now on, of what names `word`: other tests run beside.
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
