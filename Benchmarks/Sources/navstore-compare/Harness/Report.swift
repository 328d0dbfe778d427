import Foundation

/// Prints the measurements in a format.
protocol Report {
  func begin()
  func add(_ outcome: Outcome)
  func add(_ point: Growth.Point)
  func end()
}

/// Prints a Markdown table. The figures are medians, each with `±` half the distance between the
/// quartiles.
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

  func add(_ point: Growth.Point) {
    let (line, spread) = (point.line, point.spread)
    notes.append(
      "`\(line.name)`, \(line.side.rawValue), at \(point.visits) visits: \(spread.median.rounded) us"
    )
  }

  func end() {
    for note in notes { write("\n" + note) }
  }
}

/// Prints JSON for scripts: one line for each row, with members in a fixed order.
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
    let deviations = Side.allCases.compactMap { side in
      outcome.spreads[side].map {
        (side.rawValue, $0.relativeDeviation.formatted(decimals: 2))
      }
    }
    // Names, units and targets are constants of this program, and have no characters that JSON
    // escapes.
    let members =
      [("name", "\"\(outcome.row.name)\""), ("unit", "\"\(outcome.row.unit)\"")] + sides + ratios
      + [
        ("target", outcome.row.target.map { "\"\($0)\"" } ?? "null"),
        ("met", "\(outcome.isMet)"),
        ("deviations", object(deviations)), ("about", string(outcome.row.about)),
      ] + (outcome.skipped.map { [("skipped", string($0.reason))] } ?? [])
    write(object(members))
  }

  /// Prints the cost of an operation at one size of the history. The member `visits` is the size.
  func add(_ point: Growth.Point) {
    write(
      object([
        ("growth", "\"\(point.line.name)\""), ("side", "\"\(point.line.side.rawValue)\""),
        ("visits", "\(point.visits)"), ("unit", "\"us\""), ("value", point.spread.median.rounded),
        ("deviation", point.spread.relativeDeviation.formatted(decimals: 2)),
      ]))
  }

  private func string(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  func end() {}
}

/// Writes a line to the standard output without a buffer. A run takes minutes, and a program that
/// reads the output from a pipe gets each line as soon as it is measured.
private func write(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

extension Double {
  /// The number as text with about three digits, such as `0.42`, `41.2` and `1234`.
  fileprivate var rounded: String {
    formatted(decimals: magnitude < 10 ? 2 : magnitude < 1_000 ? 1 : 0)
  }

  fileprivate func formatted(decimals: Int) -> String {
    String(format: "%.\(decimals)f", self)
  }
}
