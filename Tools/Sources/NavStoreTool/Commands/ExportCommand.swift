import ArgumentParser
import Foundation
import NavStore
import NavStoreInspection

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the whole history as JSON Lines.",
    discussion: """
      The first line says what this is; each line after it is a visit, parents before their children. \
      The documentation of NavHistoryExport has the members. Reads a copy; the file is not changed.

      Examples:
        navstore export store.sqlite > history.jsonl
        navstore export store.sqlite --account anna --output anna.jsonl
      """)

  @OptionGroup var store: StoreArgument
  @Option(help: "Only this account's history; an empty key is signed-out use.") var account: String?
  @Option(name: [.short, .long], help: "Write to this file instead of standard output.")
  var output: String?

  func run() async throws {
    try await StoreCopy.with(store.file) { copy in
      let export =
        account.map { copy.store.exportHistory(account: $0.isEmpty ? nil : $0) }
        ?? copy.store.exportHistory()
      guard let output else {
        for try await line in export { try Output.line(line) }
        return
      }
      let file = try NewFile(output, besides: copy.original)
      for try await line in export {
        try file.write(line + "\n")
      }
      try file.finish()
    }
  }
}
