import NavStorePlatform

/// The output format of the program.
protocol Voice: Sendable {
  /// The terminal of the output.
  var terminal: Terminal { get }

  func say(_ report: Report)
}

/// The output for people.
struct TextVoice: Voice {
  let terminal: Terminal
  let now: @Sendable () -> Date

  func say(_ report: Report) {
    StandardStream.output.put(lines(for: report).joined(separator: "\n") + "\n")
    if terminal.isSteered { StandardStream.output.put(String(Unicode.Scalar(Child.endOfAnswer))) }
  }

  func lines(for report: Report) -> [String] {
    var lines: [String] = []
    if let error = report.error { lines.append("  " + terminal.alarming(error.printable)) }
    if let refusal = report.refusal { lines.append("  " + refusal) }
    switch report.detail {
    case .none: if report.isOK { lines += place(report) }
    case .restored(let restored, let recents): lines += greeting(report, restored, recents)
    case .stack:
      lines += numbered(["/"] + report.stack, current: report.stack.count)
    case .list: lines += numbered(report.entries, current: report.index)
    case .help: lines.append(CommandForm.overview(columns: terminal.columns).trimmed)
    case .places(let places):
      let width = Self.columnWidth(places.map(\.path))
      lines += places.map { fitted("  " + $0.path.padded(toWidth: width), [$0.title]) }
    case .rows(let rows, _, let isNumbered, let ifNone):
      lines += rows.isEmpty ? ["  " + ifNone] : table(of: rows, isNumbered: isNumbered)
    case .tree(let rows): lines += rows.isEmpty ? ["  nothing yet"] : tree(of: rows)
    case .forgotten(let visits):
      if report.isOK { lines.append("  \(Self.count(visits, "visit")) forgotten") }
    }
    return lines
  }
}

extension TextVoice {
  /// Returns the trail of the stack's screens and the title of the top screen. Also returns how
  /// many entries of the back/forward list are behind and ahead of the current one.
  private func place(_ report: Report) -> [String] {
    let trail = Trail(paths: report.stack).text(on: terminal)
    let back = report.index
    let forward = report.entries.count - 1 - report.index
    guard terminal.isInteractive || terminal.isSteered else { return [trail] }
    let title = report.stack.last.flatMap(Places.title(of:)).map { ["  " + $0] } ?? []
    return [trail] + title + ["  " + terminal.dim("back \(back) · forward \(forward)")]
  }

  /// Returns a line with as many of the facts as fit into the width of the terminal.
  private func fitted(_ line: String, _ facts: [String]) -> String {
    var facts = facts
    let room = terminal.columns ?? .max
    while !facts.isEmpty, line.count + 2 + facts.joined(separator: " · ").count > room {
      facts.removeLast()
    }
    return facts.isEmpty ? line : line + "  " + terminal.dim(facts.joined(separator: " · "))
  }

  private func greeting(
    _ report: Report, _ restored: Report.Restored, _ recents: [Report.Row]
  ) -> [String] {
    var lines: [String] = []
    let scene = "Scene \(terminal.bold(report.scene.printable))"
    if let savedAt = restored.savedAt {
      let top = (report.stack.last ?? "/").printable
      lines.append(
        "\(scene) restored: on \(terminal.bold(top)), depth \(report.stack.count), saved "
          + "\(savedAt.ago(at: now())) (\(savedAt.ISO8601Format())).")
    } else {
      lines.append("\(scene) is new: on the root screen.")
    }
    if restored.failureCount > 0 {
      lines.append(
        terminal.alarming("Screens that could not be restored: \(restored.failureCount)."))
    }
    if restored.isSkipped {
      lines.append(
        terminal.alarming("It ended badly more than once: the old stack is one \"forward\" away."))
    }
    lines += place(report)
    if !recents.isEmpty {
      lines += ["Recently viewed:"] + table(of: recents)
    }
    if let storePath = restored.storePath, terminal.isInteractive {
      lines += ["", terminal.dim("Kept in \(storePath.printable)")]
      let words = report.stack.isEmpty ? "\"open /lisbon\" is a beginning, " : ""
      lines += [terminal.dim(words + "\"tour\" shows it all, \"help\" lists the commands.")]
    }
    return lines
  }

  private func numbered(_ names: [String], current: Int) -> [String] {
    let width = String(names.count - 1).count
    return names.enumerated().map { index, name in
      let line = String(index).padded(toWidth: width, onLeft: true) + "  " + name.printable
      return index == current ? terminal.marked("▸ " + line) : "  " + line
    }
  }

  /// Returns the width of a column. Texts of more than 40 characters are ignored, so that the facts
  /// after the column stay in the window.
  static func columnWidth(_ texts: [String]) -> Int {
    texts.map(\.count).filter { $0 <= 40 }.max() ?? 0
  }

  private func table(of rows: [Report.Row], isNumbered: Bool = false) -> [String] {
    let width = Self.columnWidth(rows.map(\.name.printable))
    let numberWidth = String(rows.count).count
    return rows.enumerated().map { index, row in
      let number = String(index + 1).padded(toWidth: numberWidth, onLeft: true)
      let name = row.name.printable.padded(toWidth: width)
      let line = (isNumbered ? number + "  " : "") + name
      let facts = (Places.title(of: row.name).map { [$0] } ?? []) + row.facts
      let fittedLine = fitted("  " + line, facts)
      guard row.isCurrent else { return fittedLine }
      return terminal.marked("▸ " + line) + fittedLine.dropFirst(line.count + 2)
    }
  }

  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}

extension String {
  func padded(toWidth width: Int, onLeft: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return onLeft ? padding + self : self + padding
  }
}
