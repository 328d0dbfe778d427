import ArgumentParser
import Foundation

/// Measures NavStore side by side with its peers, and reports; whatever comes out, it exits with 0.
@main
struct Compare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navstore-compare",
    abstract: "Measures NavStore against plain C, GRDB and UserDefaults, side by side.",
    discussion: "Rows: " + Row.all.map(\.name).joined(separator: ", ") + ".")

  @Flag(help: "One line of JSON for each row, instead of a table.")
  var json = false

  @Option(help: ArgumentHelp("Run this row only; may be repeated.", valueName: "name"))
  var only: [String] = []

  @Option(help: "How many rounds are measured, at least 7.")
  var rounds = 15

  @Option(help: "Where the files are made: on a real file system. By default beside this program.")
  var folder: String?

  func validate() throws {
    guard rounds >= 7 else { throw ValidationError("At least 7 rounds are needed.") }
    for name in only where !Row.all.contains(where: { $0.name == name }) {
      throw ValidationError("There is no row named \(name).")
    }
  }

  func run() async throws {
    let rows = Row.all.filter { only.isEmpty || only.contains($0.name) }
    let report: any Report = json ? JSONLines() : MarkdownTable()
    report.begin()
    let run = try Workspace(in: folder)
    for row in rows {
      let workspace = try Workspace(of: run)
      let progress = Progress(row: row.name)
      let comparison = Comparison(row: row, rounds: rounds)
      report.add(try await comparison.run(in: workspace, progress: progress))
    }
    report.end()
  }
}
