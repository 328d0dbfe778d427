/// The screens of a stack on one line: `/ › /a › /b/1`.
struct Trail {
  let paths: [String]

  /// Draws the trail. If the terminal has a width, leaves out screens in the middle, because the
  /// top screen is the current one and the root is always the same.
  func text(on terminal: Terminal, indent: Int = 2) -> String {
    let paths = paths.map(\.printable)
    let shown = visibleCount(of: paths, columns: terminal.columns.map { $0 - indent })
    var parts = [paths.isEmpty ? terminal.bold("/") : "/"]
    if shown < paths.count { parts.append(terminal.dim("… \(paths.count - shown) more …")) }
    let visible = paths.suffix(shown)
    parts += visible.dropLast()
    if let top = visible.last { parts.append(terminal.bold(top)) }
    return String(repeating: " ", count: indent) + parts.joined(separator: terminal.dim(" › "))
  }

  /// Returns the number of topmost screens that fit into `columns`. The top screen is always
  /// included.
  private func visibleCount(of paths: [String], columns: Int?) -> Int {
    guard let columns else { return paths.count }
    let separator = 3
    let root = 1
    let whole = paths.reduce(root) { $0 + separator + $1.count }
    if whole <= columns { return paths.count }
    let elision = separator + "… \(paths.count) more …".count
    var used = root + elision
    var count = 0
    for path in paths.reversed() {
      used += separator + path.count
      guard used <= columns || count == 0 else { break }
      count += 1
    }
    return count
  }
}
