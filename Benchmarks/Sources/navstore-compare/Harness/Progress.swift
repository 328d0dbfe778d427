import Foundation

/// A line with the progress of a row. The line is shown only if the standard error is a terminal.
struct Progress {
  let row: String
  private let isShown = isatty(STDERR_FILENO) == 1

  init(row: String) {
    self.row = row
  }

  func show(_ done: Int, of all: Int) {
    write("\r\u{1B}[K\(row): round \(done + 1) of \(all)")
  }

  func clear() {
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    guard isShown else { return }
    FileHandle.standardError.write(Data(text.utf8))
  }
}
