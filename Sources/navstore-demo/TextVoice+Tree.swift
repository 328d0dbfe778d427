extension TextVoice {
  /// Returns the lines of a tree of visits, each below the line of its parent.
  func tree(of rows: [Report.Row]) -> [String] {
    rows.map { row in
      let name = row.name.printable
      let line = "  " + branches(to: row) + (row.isCurrent ? terminal.marked("▸ " + name) : name)
      return line + "  " + terminal.dim(row.facts.joined(separator: " · "))
    }
  }

  /// Returns branches such as `│  └─ `. The indentation is limited, because the width of a line is
  /// limited.
  private func branches(to row: Report.Row) -> String {
    let widest = max(1, ((terminal.columns ?? 80) - 40) / 3)
    guard let last = row.isLast.last else { return "" }
    let columns = row.isLast.dropLast()
    let hidden = max(0, columns.count - widest)
    let trunk = columns.dropFirst(hidden).map { $0 ? "   " : "│  " }.joined()
    return terminal.dim((hidden > 0 ? "… " : "") + trunk + (last ? "└─ " : "├─ "))
  }
}
