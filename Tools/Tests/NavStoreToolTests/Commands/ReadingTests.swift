import Foundation
import Testing

@Suite struct ReadingTests {
  @Test("inspect shows scenes, stacks, accounts and sizes")
  func inspects() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("inspect", folder.store)
    #expect(run.status == 0, "\(run.complaint)")
    for part in ["schema    1", "6 visits", "anna-secret", "scene \"main\": open", "second-tab"] {
      #expect(run.output.contains(part), "\(part) is missing")
    }
  }

  @Test("inspect --json prints an object with the same data")
  func inspectsAsJSON() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("inspect", folder.store, "--json")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let history = json?["history"] as? [String: Any]
    #expect(history?["visits"] as? Int == 6)
    #expect((json?["scenes"] as? [[String: Any]])?.count == 2)
    #expect(json?["schema"] as? Int == 1)
  }

  @Test("stack prints its screens, bottom first")
  func showsStack() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("stack", folder.store, "--scene", "main")
    #expect(run.lines.count == 5)
    #expect(run.lines[2].hasPrefix("1     category shoes"))
    #expect(run.lines[4].hasPrefix("3     settings"))
    #expect(try ToolRun("stack", folder.store).output == run.output, "The default scene is main")
    let tab = try ToolRun("stack", folder.store, "--scene", "main", "--stack", "second-tab")
    #expect(tab.output.contains("lamp"))
    let other = try ToolRun(
      "stack", folder.store, "--scene", "side", "--account", "anna-secret")
    #expect(other.output.contains("hidden-words"))
  }

  @Test(
    "stack refuses a scene or a stack that doesn't exist",
    arguments: [["nowhere", ""], ["main", "x"]])
  func missesStack(_ names: [String]) async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("stack", folder.store, "--scene", names[0], "--stack", names[1])
    #expect(run.status == 2)
    #expect(run.complaint.contains("has no such"))
  }

  @Test("history is newest first, and can be filtered by kind, scene, age and number")
  func listsHistory() async throws {
    let folder = try await StoreFolder.make()
    let all = try ToolRun("history", folder.store)
    #expect(all.lines.count == 6)
    #expect(all.lines[0].contains("hidden-words"))
    #expect(try ToolRun("history", folder.store, "--kind", "product").lines.count == 2)
    #expect(try ToolRun("history", folder.store, "--scene", "side").lines.count == 1)
    #expect(try ToolRun("history", folder.store, "--account", "anna-secret").lines.count == 1)
    #expect(try ToolRun("history", folder.store, "--account", "").lines.count == 5)
    #expect(try ToolRun("history", folder.store, "--since", "1d").lines.count == 6)
    #expect(try ToolRun("history", folder.store, "--since", "2999-01-01").lines.isEmpty)
    #expect(try ToolRun("history", folder.store, "--limit", "2").lines.count == 2)
    #expect(try ToolRun("history", folder.store, "--since", "soon").status == 64)
  }

  @Test("history --json prints the route as it is stored")
  func listsHistoryAsJSON() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("history", folder.store, "--json", "--kind", "product")
    let last = try #require(run.lines.last)
    let json = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    #expect(json?["title"] as? String == "Running shoe")
    let route = json?["route"] as? [String: [String: Int]]
    #expect(route == ["product": ["id": 7]])
  }

  @Test("tree prints both branches, and marks the position of the stack")
  func showsTree() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("tree", folder.store, "--scene", "main")
    // Removes the times, which differ in each run.
    let names = run.lines.map { $0.replacing(/\s\s\d.*/, with: "") }
    #expect(
      names == [
        "main", "● category shoes", "├─● Running shoe", "└─● product 8", "  ◉ settings",
        "main / second-tab", "◉ search lamp",
      ])
  }

  @Test("tree --mermaid has a node for each visit, and an edge to each")
  func drawsMermaid() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("tree", folder.store, "--scene", "main", "--mermaid")
    #expect(run.lines.first == "flowchart LR")
    #expect(run.lines.count { $0.contains("-->") } == 5)
    #expect(run.output.contains("[\"Running shoe\"]"))
  }

  @Test("export writes the lines of the public API to standard output or a file")
  func exports() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("export", folder.store)
    #expect(run.lines.count == 7)
    #expect(run.lines[0].hasPrefix("{\"format\":\"navstore-history\""))
    let file = folder.path("out.jsonl")
    #expect(try ToolRun("export", folder.store, "--output", file).status == 0)
    let written = try String(contentsOfFile: file, encoding: .utf8)
    #expect(written.split(separator: "\n").dropFirst() == run.lines.dropFirst())
  }

  @Test(
    "Redacted output contains no name, title or route",
    arguments: [
      ["inspect"], ["inspect", "--json"], ["history"], ["history", "--json"],
      ["stack", "--scene", "main"], ["tree", "--scene", "main"],
      ["tree", "--scene", "main", "--mermaid"],
      ["stack", "--scene", "side", "--account", "anna-secret"],
    ])
  func redacts(_ command: [String]) async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun([command[0], folder.store, "--redact"] + command.dropFirst())
    #expect(run.status == 0)
    #expect(!run.output.isEmpty)
    for secret in [
      "Running", "shoes", "lamp", "hidden", "secret", "main", "second-tab", "store.sql",
    ] {
      #expect(!run.output.contains(secret), "\(secret) is in \(run.output)")
    }
  }

  @Test("Every command has help with an example")
  func helps() throws {
    let commands = [
      "inspect", "stack", "history", "tree", "report", "check", "export", "forget", "prune",
      "vacuum",
    ]
    for command in commands {
      let run = try ToolRun(command, "--help")
      #expect(run.status == 0)
      #expect(run.output.contains("navstore \(command) store.sqlite"))
    }
  }
}
