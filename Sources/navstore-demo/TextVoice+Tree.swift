extension TextVoice {
  /// The tree, each line under the one that it stands on.
  func tree(of items: [Report.TreeItem]) -> [String] {
    guard !items.isEmpty else { return ["  nothing yet"] }
    return items.map { item in
      let text = item.path.printable
      let line = "  " + branches(to: item) + (item.isCurrent ? terminal.marked("▸ " + text) : text)
      return line + "  " + terminal.dim(item.visitedAt?.ago(at: now()) ?? "not seen")
    }
  }

  /// As in `│  └─ `. Deep trees are not indented for ever: a line has an end.
  private func branches(to item: Report.TreeItem) -> String {
    let widest = max(1, ((terminal.columns ?? 80) - 40) / 3)
    guard let last = item.isLast.last else { return "" }
    let beneath = item.isLast.dropLast()
    let hidden = max(0, beneath.count - widest)
    let trunk = beneath.dropFirst(hidden).map { $0 ? "   " : "│  " }.joined()
    return terminal.dim((hidden > 0 ? "… " : "") + trunk + (last ? "└─ " : "├─ "))
  }

  func table(of scenes: [Report.ClosedItem]) -> [String] {
    let width = Self.columnWidth(scenes.map(\.key.printable))
    return scenes.map { scene in
      let facts = [
        "on \(scene.path.printable)", "depth \(scene.depth)", Self.count(scene.visits, "visit"),
        "closed \(scene.closedAt.ago(at: now()))",
      ]
      return "  \(scene.key.printable.padded(toWidth: width))  "
        + terminal.dim(facts.joined(separator: " · "))
    }
  }
}
