import ArgumentParser
import Foundation

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes one page to walk through a store in a browser.",
    discussion: """
      The page is one file that loads nothing: the branch tree, a timeline by day, items by frecency, the \
      stacks of each scene, and a search. It shows the newest visits up to --limit, and all that stacks \
      stand on. Only its owner can read the file. Reads a copy; the store is not changed.

      Examples:
        navstore report store.sqlite --html report.html
        navstore report store.sqlite --html report.html --redact    # for another person
      """)

  @OptionGroup var store: StoreArgument
  @Option(help: "The page to write.", completion: .file()) var html: String
  @Option(help: "The newest so many visits; 100,000 unless given.") var limit = 100_000
  @OptionGroup var redaction: RedactOption

  func validate() throws {
    guard limit > 0, limit <= 1_000_000 else {
      throw ValidationError("--limit is from 1 to 1000000.")
    }
  }

  func run() async throws {
    try await StoreCopy.with(store.file) { copy in
      let data = try ReportData(copy, limit: limit, names: redaction.names)
      let file = try NewFile(html, besides: copy.original)
      try file.write(ReportPage.html(data.json()))
      try file.finish()
      try Output.line("\(data.visitCount.of("visit")) in \(html.printable)")
    }
  }
}
