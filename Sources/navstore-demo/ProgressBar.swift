/// How far a long job has come, on the error stream where that is a terminal.
struct ProgressBar {
  private let title: String
  private let total: Int
  private let isShown: Bool
  private var count = 0
  private var drawnPercent = -1

  private static let cells = 30

  init(title: String, total: Int, isShown: Bool = StandardStream.error.isTerminal) {
    self.title = title
    self.total = total
    self.isShown = isShown && total > 0
  }

  mutating func advance() {
    count += 1
    guard isShown else { return }
    let percent = count * 100 / total
    // A hundred drawings are enough: a terminal is slower than a commit.
    guard percent != drawnPercent else { return }
    drawnPercent = percent
    StandardStream.error.write("\r" + text)
  }

  /// Clears the line.
  func finish() {
    if isShown { StandardStream.error.write("\r\u{1B}[K") }
  }

  /// As in `[██████░░░░]  60 %  feeding 6 of 10 sessions`.
  var text: String {
    let filled = total > 0 ? count * Self.cells / total : 0
    let bar =
      String(repeating: "█", count: filled)
      + String(repeating: "░", count: Self.cells - filled)
    let percent = String(total > 0 ? count * 100 / total : 0)
    let padding = String(repeating: " ", count: max(0, 3 - percent.count))
    return "[\(bar)] \(padding)\(percent) %  \(title) \(count) of \(total) sessions"
  }
}
