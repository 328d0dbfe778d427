import ArgumentParser
import Foundation
import NavStore
import NavStoreInspection

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a store holds: scenes, stacks, lists, accounts, sizes, health.",
    discussion: """
      Reads a copy; the file is not changed. The log is the write-ahead log beside the database: what is \
      saved and not yet moved into it.

      Examples:
        navstore inspect store.sqlite
        navstore inspect store.sqlite --redact    # for a bug report
        navstore inspect store.sqlite --json | jq .history.visits
      """)

  @OptionGroup var store: StoreArgument
  @OptionGroup var redaction: RedactOption
  @Flag(help: "Print one JSON object.") var json = false

  func run() async throws {
    try await StoreCopy.with(store.file) { copy in
      let inspection = try await Inspection(copy, names: redaction.names)
      if json {
        try Output.line(inspection.json.text(indented: true))
      } else {
        let contents = try await copy.store.dump(redacting: redaction.redact)
        for line in inspection.lines { try Output.line(line) }
        try Output.line("")
        for line in contents.split(separator: "\n", omittingEmptySubsequences: false) {
          try Output.line(String(line).printable)
        }
      }
    }
  }
}

/// The data that `inspect` prints about a store, as text or as JSON.
private struct Inspection {
  let copy: StoreCopy
  let names: Names
  let report: NavStoreReport
  let schemaVersion: Int64
  let freeBytes: Int
  let accounts: [InspectorTable.Account]
  let scenes: [InspectorTable.Scene]
  let stacks: [InspectorTable.Stack]
  let values: [InspectorTable.Value]

  init(_ copy: StoreCopy, names: Names) async throws {
    self.copy = copy
    self.names = names
    report = try await copy.store.report()
    let table = copy.table
    schemaVersion = try table.schemaVersion()
    let pages = try table.pages()
    freeBytes = pages.free * pages.size
    accounts = try table.accounts()
    scenes = try table.scenes()
    stacks = try table.stacks().filter { $0.scene != nil }
    values = try table.values()
  }

  private var users: [InspectorTable.Account] { accounts.filter { !$0.key.isEmpty } }
  private var closedScenes: Int { scenes.count { $0.closed != nil } }

  private var items: Int64 { accounts.reduce(0) { $0 + $1.items } }

  /// The lines of the library's report, without sizes and without lines that `inspect` prints
  /// itself. The sizes are left out because they are the sizes of the copy.
  private var health: [String] {
    "\(report)".split(separator: "\n").map(String.init).filter { line in
      line != "schema \(schemaVersion)"
        && !["file: ", "scenes: ", "visits: "].contains { line.hasPrefix($0) }
    }
  }

  private var quarantined: [String] {
    let count = copy.original.quarantinedCount
    return count == 0 ? [] : ["  quarantined \(count.of("damaged file"))"]
  }

  var lines: [String] {
    let original = copy.original
    let name = names.isRedacted ? "the store" : original.url.lastPathComponent.printable
    let list = users.map { names.account($0.id, $0.key).printable }.joined(separator: ", ")
    return [
      name,
      "  schema    \(schemaVersion)",
      "  database  \(original.databaseBytes.of("byte")), \(freeBytes.grouped) of them free",
      "  log       \(original.logBytes.of("byte"))",
      "  history   \(report.visits.of("visit")), \(Int(items).of("item"))",
      "  scenes    \((scenes.count - closedScenes).grouped) open, \(closedScenes.grouped) closed; "
        + "\(stacks.count.of("stack"))",
      "  accounts  \(users.isEmpty ? "none" : list)",
    ] + quarantined + health.map { "  \($0)" }
  }

  var json: JSON {
    let original = copy.original
    return .object([
      ("file", names.isRedacted ? .null : .string(original.path)),
      ("schema", .integer(schemaVersion)),
      ("databaseBytes", .integer(Int64(original.databaseBytes))),
      ("freeBytes", .integer(Int64(freeBytes))),
      ("logBytes", .integer(Int64(original.logBytes))),
      ("quarantinedFiles", .integer(Int64(original.quarantinedCount))),
      (
        "history",
        .object([
          ("visits", .integer(Int64(report.visits))),
          ("items", .integer(items)),
        ])
      ),
      (
        "accounts",
        .array(
          accounts.map { account in
            .object([
              ("account", .string(names.account(account.id, account.key))),
              ("items", .integer(account.items)),
            ])
          })
      ),
      ("scenes", .array(scenes.map(json))),
      ("health", .array(health.map { .string($0) })),
    ])
  }

  private func json(_ scene: InspectorTable.Scene) -> JSON {
    .object([
      ("scene", .string(names.scene(scene.id, scene.key))),
      ("openedTime", .integer(scene.opened)),
      ("closedTime", .integer(scene.closed)),
      ("unconfirmedRestores", .integer(scene.attempts)),
      ("stacks", .array(stacks.filter { $0.scene == scene.id }.map(json))),
      ("values", .array(values.filter { $0.scene == scene.id }.map(json))),
    ])
  }

  private func json(_ stack: InspectorTable.Stack) -> JSON {
    .object([
      ("account", .string(names.account(stack.account, stack.accountKey))),
      ("stack", .string(names.stack(stack.id, stack.name))),
      ("savedTime", .integer(stack.saved)),
      ("topVisit", .integer(stack.tip == 0 ? nil : stack.tip)),
      ("listEntries", .integer(stack.list.map { Int64($0.count) })),
      ("currentEntry", .integer(Int64(stack.position))),
    ])
  }

  private func json(_ value: InspectorTable.Value) -> JSON {
    .object([
      ("account", .string(accounts.first { $0.id == value.account }.map(name) ?? "")),
      ("name", names.isRedacted ? .null : .string(value.name)),
      ("value", names.isRedacted ? .null : .string(value.json)),
      ("bytes", .integer(Int64(value.json.utf8.count))),
    ])
  }

  private func name(_ account: InspectorTable.Account) -> String {
    names.account(account.id, account.key)
  }
}
