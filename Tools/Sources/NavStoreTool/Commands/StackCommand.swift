import ArgumentParser

struct StackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stack",
    abstract: "Shows what a stack holds now, bottom first.",
    discussion: """
      One line for each route: its place above the root screen, its kind, what it is called, and the \
      route as it is stored. Reads a copy; the file is not changed.

      Examples:
        navstore stack store.sqlite
        navstore stack store.sqlite --scene main --stack search --account anna
      """)

  @OptionGroup var store: StoreArgument
  @Option(help: "The key of the scene; unless given, the only open one, else main.")
  var scene: String?
  @Option(help: "The name of the stack; the unnamed one unless given.") var stack = ""
  @Option(help: "The account of the stack; the signed-out account by default.") var account = ""
  @OptionGroup var redaction: RedactOption

  func run() async throws {
    try await StoreCopy.with(store.file) { copy in
      let scene = try copy.table.scene(scene)
      let stacks = try copy.table.stacks().filter {
        $0.scene == scene.id && $0.accountKey == account
      }
      let names = redaction.names
      guard let found = stacks.first(where: { $0.name == stack }) else {
        let others = stacks.map { names.place($0, in: scene) }.joined(separator: "; ")
        throw Refusal(
          others.isEmpty
            ? "The scene has no stack of this account. `navstore inspect` lists all stacks."
            : "The scene has no such stack. Name one of these with --stack: \(others).")
      }
      let entries = found.list.map { "entry \(found.position + 1) of \($0.count)" }
      try Output.line("\(names.place(found, in: scene)): \(entries ?? "unreadable list")")
      let root = try found.root.flatMap(copy.table.route)
      try Output.line(root.map { line("root", $0, names) } ?? "root  the root screen")
      for (place, visit) in try copy.table.chain(upTo: found.tip).enumerated() {
        try Output.line(line("\(place + 1)", visit.route, names))
      }
    }
  }

  private func line(_ place: String, _ route: InspectorTable.Route, _ names: Names) -> String {
    let start = place + String(repeating: " ", count: max(1, 6 - place.count))
    let name = names.route(route).shortened(to: 80).printable
    return names.isRedacted
      ? start + name
      : start
        + "\(name)  [\(route.tag) v\(route.version)] \(route.payload.shortened(to: 500))"
        .printable
  }
}
