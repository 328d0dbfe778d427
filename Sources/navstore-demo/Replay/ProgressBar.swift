/// The progress of a long job, drawn on the error stream if that stream is a terminal.
struct ProgressBar {
  private let title: String
  private let total: Int
  private let isShown: Bool
  private var count = 0
  private var drawnPercent = -1

  /// The largest and the smallest number of cells of the bar.
  private static let cells = (most: 30, least: 10)

  init(title: String, total: Int, isShown: Bool = StandardStream.error.isTerminal) {
    self.title = title
    self.total = total
    self.isShown = isShown && total > 0
  }

  mutating func advance() {
    count += 1
    guard isShown else { return }
    let percent = count * 100 / total
    // Draw at most once for each percent, because a terminal is slower than a commit.
    guard percent != drawnPercent else { return }
    drawnPercent = percent
    // The window may have become narrower since the last drawing.
    StandardStream.error.put("\r\u{1B}[K" + text(columns: StandardStream.error.columns ?? 80))
  }

  /// Clears the line of the progress bar in the terminal.
  func finish() {
    if isShown { StandardStream.error.put("\r\u{1B}[K") }
  }

  /// Returns text such as `[██████░░░░]  60 %  feeding 6 of 10 sessions`, shorter than `columns`,
  /// because a line that wraps cannot be overwritten. If space is short, the bar becomes shorter,
  /// then words are left out, then the bar.
  func text(columns: Int) -> String {
    let percent =
      String(total > 0 ? count * 100 / total : 0).padded(toWidth: 3, onLeft: true) + " %"
    let counted = "\(title) \(count) of \(total)"
    for words in ["\(counted) sessions", counted, title] {
      let rest = " \(percent)  \(words)"
      let cells = min(Self.cells.most, columns - 1 - 2 - rest.count)
      if cells >= Self.cells.least { return "[\(bar(of: cells))]\(rest)" }
    }
    return String("\(percent)  \(title)".prefix(max(0, columns - 1)))
  }

  private func bar(of cells: Int) -> String {
    let filled = total > 0 ? count * cells / total : 0
    return String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
  }
}
