import Foundation

/// Where outcomes go.
protocol Report {
  func begin()
  func add(_ outcome: Outcome)
  func end()
}

/// For people: a table in Markdown, each figure with the band that half of its samples lie in.
final class MarkdownTable: Report {
  private var notes: [String] = []

  func begin() {
    write(
      """
      | row | unit | NavStore | plain C | GRDB | UserDefaults | baseline | ÷ C | ÷ GRDB \
      | ÷ UserDefaults | ÷ baseline | target | met |
      | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |
      """)
  }

  func add(_ outcome: Outcome) {
    let sides = Side.allCases.map { side in
      outcome.spreads[side].map { spread in
        let percent = (spread.relativeDeviation * 100).formatted(decimals: 0)
        return "\(spread.median.rounded) ± \(percent) %"
      } ?? "–"
    }
    let ratios = [Side.floor, .grdb, .userdefaults, .baseline].map { side in
      outcome.ratio(to: side)?.formatted(decimals: 2) ?? "–"
    }
    let target = outcome.row.target.map { "`\($0)`" } ?? "–"
    let cells =
      ["`\(outcome.row.name)`", outcome.row.unit] + sides + ratios
      + [target, outcome.skipped != nil ? "skipped" : outcome.isMet ? "yes" : "no"]
    write("| " + cells.joined(separator: " | ") + " |")
    let reason = outcome.skipped.map { " Skipped: \($0.reason)" } ?? ""
    notes.append("`\(outcome.row.name)`: \(outcome.row.about)\(reason)")
  }

  func end() {
    for note in notes { write("\n" + note) }
  }
}

/// For scripts: a line of JSON for each row, its members always in the same order.
struct JSONLines: Report {
  func begin() {}

  func add(_ outcome: Outcome) {
    let sides = Side.allCases.map { side in
      (side.rawValue, outcome.median(side)?.rounded ?? "null")
    }
    let ratios = [
      ("ratioToFloor", Side.floor), ("ratioToGRDB", .grdb), ("ratioToUserDefaults", .userdefaults),
      ("ratioToBaseline", .baseline),
    ].map { name, side in (name, outcome.ratio(to: side)?.formatted(decimals: 2) ?? "null") }
    // Names, units, targets and reasons are ours, and need no escapes.
    let members =
      [("name", "\"\(outcome.row.name)\""), ("unit", "\"\(outcome.row.unit)\"")] + sides + ratios
      + [
        ("target", outcome.row.target.map { "\"\($0)\"" } ?? "null"),
        ("met", "\(outcome.isMet)"),
      ] + (outcome.skipped.map { [("skipped", "\"\($0.reason)\"")] } ?? [])
    write("{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}")
  }

  func end() {}
}

/// A line, out at once: a run takes minutes, and may be piped.
private func write(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

extension Double {
  /// Three digits or so: `0.42`, `41.2`, `1234`.
  fileprivate var rounded: String {
    formatted(decimals: magnitude < 10 ? 2 : magnitude < 1_000 ? 1 : 0)
  }

  fileprivate func formatted(decimals: Int) -> String {
    String(format: "%.\(decimals)f", self)
  }
}
