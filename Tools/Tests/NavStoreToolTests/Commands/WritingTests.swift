import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct WritingTests {
  @Test("forget prints the number of affected visits, and changes nothing without consent")
  func asks() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("forget", folder.store, "--kind", "product")
    #expect(run.status == 2)
    #expect(run.output == "To be forgotten: 2 visits.\n")
    #expect(run.complaint.contains("--yes"))
    #expect(try ToolRun("history", folder.store).lines.count == 6)
  }

  @Test("forget removes one item from the history and from stacks")
  func forgetsItem() async throws {
    let folder = try await StoreFolder.make()
    let line = try #require(
      try ToolRun("history", folder.store, "--json", "--kind", "settings").lines.first)
    let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let key = try #require(json?["item"] as? String)
    let run = try ToolRun("forget", folder.store, "--key", key, "--yes")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("Forgotten: 1 visit.\n"))
    #expect(try ToolRun("history", folder.store, "--kind", "settings").lines.isEmpty)
    let stack = try ToolRun("stack", folder.store, "--scene", "main")
    #expect(stack.lines.last?.hasPrefix("2     product 8") == true)
  }

  @Test("forget --erase also erases the bytes")
  func erases() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("forget", folder.store, "--account", "anna-secret", "--erase", "--yes")
    #expect(run.status == 0, "\(run.complaint)")
    for suffix in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.store + suffix))
      #expect(bytes.range(of: Data("hidden-words".utf8)) == nil)
    }
    #expect(try ToolRun("history", folder.store).lines.count == 5)
    #expect(try ToolRun("check", folder.store).status == 0)
  }

  @Test("forget --everything leaves an empty history")
  func forgetsEverything() async throws {
    let folder = try await StoreFolder.make()
    #expect(try ToolRun("forget", folder.store, "--everything", "--yes").status == 0)
    #expect(try ToolRun("history", folder.store).lines.isEmpty)
  }

  @Test(
    "forget requires exactly one scope",
    arguments: [[], ["--key", "a", "--kind", "b"], ["--everything", "--account", "a"]])
  func wantsOneScope(_ arguments: [String]) async throws {
    let folder = try await StoreFolder.make()
    #expect(try ToolRun(["forget", folder.store, "--yes"] + arguments).status == 64)
  }

  @Test("forget of a missing item changes nothing")
  func forgetsNothing() async throws {
    let folder = try await StoreFolder.make()
    let before = try folder.fingerprint()
    let run = try ToolRun("forget", folder.store, "--key", "nothing", "--yes")
    #expect(run.status == 0)
    #expect(run.output.contains("Nothing was changed."))
    #expect(try folder.fingerprint() == before)
  }

  @Test("prune keeps visits that stacks and lists use, and prints a preview")
  func prunes() async throws {
    let folder = try StoreFolder()
    try await fillForPruning(folder)
    let preview = try ToolRun("prune", folder.store, "--count", "100", "--age", "none", "--dry-run")
    #expect(preview.output.hasPrefix("To be taken: "))
    #expect(try ToolRun("history", folder.store, "--limit", "0").lines.count == 300)
    let run = try ToolRun("prune", folder.store, "--count", "100", "--age", "none", "--yes")
    #expect(run.status == 0)
    #expect(try ToolRun("history", folder.store, "--limit", "0").lines.count < 300)
    #expect(try ToolRun("check", folder.store).status == 0)
    #expect(
      try ToolRun("prune", folder.store, "--count", "none", "--age", "none").output
        == "Nothing is beyond that.\n")
  }

  @Test("vacuum makes the file smaller, and changes nothing else")
  func vacuums() async throws {
    let folder = try StoreFolder()
    try await fillForPruning(folder)
    #expect(
      try ToolRun("prune", folder.store, "--count", "10", "--age", "none", "--yes").status == 0)
    let history = try ToolRun("history", folder.store, "--limit", "0").output
    let before = try size(folder.store)
    let run = try ToolRun("vacuum", folder.store)
    #expect(run.status == 0, "\(run.complaint)")
    #expect(try size(folder.store) <= before)
    #expect(try ToolRun("history", folder.store, "--limit", "0").output == history)
    #expect(try ToolRun("check", folder.store).status == 0)
  }

  @Test("An app that has the store open reads the changes of the tool")
  func beside() async throws {
    let folder = try await StoreFolder.make()
    let store = try NavStore(url: URL(fileURLWithPath: folder.store))
    #expect(try store.openScenes().count == 2)
    #expect(try ToolRun("forget", folder.store, "--kind", "product", "--yes").status == 0)
    #expect(try await store.report().visits == 4)
    try await store.close()
  }

  private func size(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require((attributes[.size] as? NSNumber)?.intValue)
  }
}
