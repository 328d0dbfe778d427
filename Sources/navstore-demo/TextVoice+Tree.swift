extension TextVoice {
  /// The tree, each line under the one that it stands on.
  func tree(of rows: [Report.Row]) -> [String] {
    rows.map { row in
      let name = row.name.printable
      let line = "  " + branches(to: row) + (row.isCurrent ? terminal.marked("▸ " + name) : name)
      return line + "  " + terminal.dim(row.facts.joined(separator: " · "))
    }
  }

  /// As in `│  └─ `. Deep trees are not indented for ever: a line has an end.
  private func branches(to row: Report.Row) -> String {
    let widest = max(1, ((terminal.columns ?? 80) - 40) / 3)
    guard let last = row.isLast.last else { return "" }
    let beneath = row.isLast.dropLast()
    let hidden = max(0, beneath.count - widest)
    let trunk = beneath.dropFirst(hidden).map { $0 ? "   " : "│  " }.joined()
    return terminal.dim((hidden > 0 ? "… " : "") + trunk + (last ? "└─ " : "├─ "))
  }
}
