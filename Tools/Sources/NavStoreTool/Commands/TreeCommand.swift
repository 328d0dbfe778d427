import ArgumentParser

struct TreeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree",
    abstract: "Shows the branches of a scene's history.",
    discussion: """
      Each visit stands on the one it was pushed onto; a branch that was left by going back is still \
      there. ● was seen, ○ not yet, ◉ is on top of a stack now. With --mermaid the tree is a diagram for \
      Markdown (https://mermaid.js.org). Reads a copy; the file is not changed.

      Examples:
        navstore tree store.sqlite
        navstore tree store.sqlite --scene main --mermaid > tree.mmd
      """)

  @OptionGroup var store: StoreArgument
  @Option(help: "The key of the scene; unless given, the only open one, else main.")
  var scene: String?
  @Option(help: "Only of this account; an empty key is the signed-out account.") var account:
    String?
  @Option(help: "The newest so many visits, and those they stand on; 1,000 unless given.")
  var limit = 1_000
  @Flag(help: "Print a Mermaid flowchart.") var mermaid = false
  @OptionGroup var redaction: RedactOption

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit is 1 or more.") }
  }

  func run() async throws {
    try await StoreCopy.with(store.file) { copy in
      let scene = try copy.table.scene(scene)
      let tree = try VisitTree(
        copy.table, scene: scene, account: account, limit: limit, names: redaction.names)
      for line in mermaid ? tree.mermaid : tree.lines { try Output.line(line) }
      if tree.isEmpty { Output.complain("The scene has no visits.") }
    }
  }
}
