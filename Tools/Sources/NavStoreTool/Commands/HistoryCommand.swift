import ArgumentParser
import Foundation

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Lists what was seen, newest first.",
    discussion: """
      Times are UTC. With --json each line is an object with the members of an export's lines (see \
      `navstore export`). Reads a copy; the file is not changed.

      Examples:
        navstore history store.sqlite --limit 20
        navstore history store.sqlite --since 7d --kind product
        navstore history store.sqlite --since 2026-01-31 --scene main --json | jq -r .title
      """)

  @OptionGroup var store: StoreArgument
  @Option(help: "A date (2026-01-31, 2026-01-31T09:30:00Z) or an age (90m, 12h, 7d, 2w).")
  var since: Moment?
  @Option(help: "Only visits of this kind: the name of an enum case.") var kind: String?
  @Option(help: "Only visits of the scene with this key.") var scene: String?
  @Option(help: "Only of this account; an empty key is the signed-out account.") var account:
    String?
  @Option(help: "At most so many lines; 100 unless given, 0 for all.") var limit = 100
  @Flag(help: "Print JSON Lines.") var json = false
  @OptionGroup var redaction: RedactOption

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit is 0 or more.") }
  }

  func run() async throws {
    try await StoreCopy.with(store.file) { copy in
      let scene = try scene.map { try copy.table.scene($0).id }
      let names = redaction.names
      var count = 0
      try copy.table.history(
        since: (since?.date).map(Times.milliseconds), kind: kind, scene: scene,
        account: account
      ) { visit in
        try Output.line(json ? line(visit, names).text() : text(visit, names))
        count += 1
        return count != limit
      }
      if count == 0, !json { Output.complain("Nothing was seen that fits.") }
    }
  }

  private func text(_ visit: InspectorTable.Visit, _ names: Names) -> String {
    var place = visit.scene.map { names.scene($0.id, $0.key) } ?? "–"
    if !visit.stack.name.isEmpty { place += "/\(names.stack(visit.stack.id, visit.stack.name))" }
    if !visit.account.key.isEmpty {
      place += " (\(names.account(visit.account.id, visit.account.key)))"
    }
    let name = names.route(visit.route).shortened(to: 80).printable
    let kind = names.isRedacted ? "" : "  \(visit.route.kind.printable)"
    return "\(Times.text(milliseconds: visit.time))  \(name)\(kind)  \(place.printable)"
  }

  private func line(_ visit: InspectorTable.Visit, _ names: Names) -> JSON {
    let route = visit.route
    return .object([
      ("id", .integer(visit.id)),
      ("account", .string(names.account(visit.account.id, visit.account.key))),
      ("scene", .text(visit.scene.map { names.scene($0.id, $0.key) })),
      ("stack", .string(names.stack(visit.stack.id, visit.stack.name))),
      ("parent", .integer(visit.parent == 0 ? nil : visit.parent)),
      ("sequence", .integer(visit.sequence)),
      ("time", .integer(visit.time)),
      ("visitedAt", .string(Times.text(milliseconds: visit.time))),
      ("item", .text(names.key(route))),
      ("kind", .string(route.kind)),
      ("title", .text(names.title(route))),
      ("tag", .string(route.tag)),
      ("version", .integer(route.version)),
      ("route", names.isRedacted ? .null : Self.route(route.payload)),
    ])
  }

  /// Returns the stored JSON of a route unchanged; `null` if it isn't valid JSON on one line,
  /// because the file is damaged.
  private static func route(_ payload: String) -> JSON {
    let isJSON =
      !payload.utf8.contains(UInt8(ascii: "\n"))
      && (try? JSONSerialization.jsonObject(
        with: Data(payload.utf8), options: .fragmentsAllowed)) != nil
    return isJSON ? .raw(payload) : .null
  }
}
