import ArgumentParser
import Foundation

/// The program. Measures NavStore, plain C, GRDB and UserDefaults in turn, and prints the results.
/// The exit status doesn't depend on whether targets are met.
@main
struct Compare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navstore-compare",
    abstract: "Measures NavStore against plain C, GRDB and UserDefaults, side by side.",
    discussion: """
      Rows: \(names { !$0.isLong }). Only with --all or where they are named, because they take \
      minutes: \(names { $0.isLong }), \(growth).
      """)

  /// The name for `--only` that selects the measurements of ``Growth``.
  private static let growth = "growth"

  @Flag(help: "One line of JSON for each row, instead of a table.")
  var json = false

  @Option(help: ArgumentHelp("Run this row only; may be repeated.", valueName: "name"))
  var only: [String] = []

  @Flag(help: "Run what takes minutes, too.")
  var all = false

  @Option(help: "How many rounds are measured, at least 7.")
  var rounds = 15

  @Option(help: "Where the files are made: on a real file system. By default beside this program.")
  var folder: String?

  func validate() throws {
    guard rounds >= 7 else { throw ValidationError("At least 7 rounds are needed.") }
    for name in only where name != Self.growth && !Row.all.contains(where: { $0.name == name }) {
      throw ValidationError("There is no row named \(name).")
    }
  }

  func run() async throws {
    let report: any Report = json ? JSONLines() : MarkdownTable()
    let run = try Workspace(in: folder)
    report.begin()
    for row in Row.all where isAsked(for: row.name, isLong: row.isLong) {
      let workspace = try Workspace(of: run)
      let progress = Progress(row: row.name)
      let comparison = Comparison(row: row, rounds: Rounds(rounds))
      report.add(try await comparison.run(in: workspace, progress: progress))
    }
    if isAsked(for: Self.growth, isLong: true) {
      let progress = Progress(row: Self.growth)
      try await Growth.points(rounds: Rounds(rounds), in: run, progress: progress)
        .forEach(report.add)
    }
    report.end()
  }

  private func isAsked(for name: String, isLong: Bool) -> Bool {
    all || (only.isEmpty ? !isLong : only.contains(name))
  }

  private static func names(where isIncluded: (Row) -> Bool) -> String {
    Row.all.filter(isIncluded).map(\.name).joined(separator: ", ")
  }
}
