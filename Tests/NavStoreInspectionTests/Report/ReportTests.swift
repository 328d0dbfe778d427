import Foundation
import Testing

@testable import NavStore
@testable import NavStoreInspection

@Suite("The report and the dump of a store") struct ReportTests {
  let temporary: TemporaryStore
  let store: NavStore

  init() async throws {
    temporary = try TemporaryStore()
    store = temporary.store
    try store.save(["secret-a", "secret-b"] as [Page], in: "secret-main")
    try store.save(["secret-c"] as [Page], in: "secret-main", account: "secret-ada")
    try store.save(["secret-d"] as [Page], in: "secret-main", stack: "secret-tab")
    try store.save(["secret-e"] as [Page], in: "secret-other", account: "secret-bob")
    try store.setSceneValue("secret-value", named: "secret-name", in: "secret-main")
    try await store.history(of: Page.self, account: nil).setTitle("secret-title", for: "secret-b")
    try store.closeScene("secret-other")
    try await store.flush()
  }

  @Test("A report counts everything, and contains no user data")
  func counts() async throws {
    let found = try await store.report()
    #expect((found.openScenes, found.closedScenes) == (1, 1))
    #expect((found.accounts, found.stacks) == (2, 4))
    #expect((found.items, found.visits) == (5, 4), "A covered screen is not a visit")
    #expect(found.scenes == 2)
    #expect(found.fileBytes > 0 && found.freeBytes < found.fileBytes)
    #expect(found.logBytes > 0 && found.logHeldSince == nil)
    #expect(found.bytes == found.fileBytes + found.logBytes)
    #expect(!found.mustErase && found.saveFailures.isEmpty)
    #expect(found.openProblem == nil && found.quarantinedFile == nil)
    #expect(!found.description.contains("secret"))
    #expect(found.description.contains("the store was made at this launch"))
    #expect(!found.description.contains(temporary.url.path))
    #expect(found.description.contains("scenes: 1 open, 1 closed; accounts: 2; stacks: 4"))
  }

  @Test("Forgotten visits are not counted, and still have to be erased")
  func forgotten() async throws {
    // Idle work would clear the forgotten visit. The counts must leave it out before that, too.
    try store.writer.sync { _ in store.writer.maintenance.isHeld = true }
    try await store.history(of: Page.self, account: nil).forget(.item("secret-d"))
    var found = try await store.report()
    #expect((found.items, found.visits) == (4, 3))
    #expect(found.mustErase)
    try await store.finishErasing()
    found = try await store.report()
    #expect(!found.mustErase)
  }

  @Test("The last twenty failed saves are listed, newest last")
  func failures() async throws {
    for number in 0..<25 { store.report(.tooDeep(limit: number)) }
    let found = try await store.report()
    #expect(found.saveFailures == (5..<25).map { .tooDeep(limit: $0) })
    #expect(found.description.contains("a save failed: NavStore.Error.invalidArgument"))
  }

  @Test("A quarantined file is reported")
  func quarantined() async throws {
    try await store.close()
    var bytes = try Data(contentsOf: temporary.url)
    // Keeps the first 100 bytes, the file's header, so that the file counts as a damaged store.
    for place in 100..<bytes.count { bytes[place] = 0x5a }
    try bytes.write(to: temporary.url)
    try await temporary.relaunch()
    let found = try await temporary.store.report()
    #expect(found.quarantinedFile != nil && found.openProblem == nil)
    #expect(found.description.contains("damaged and is quarantined"))
  }

  @Test("A redacted dump shows the structure of the store, and no user data")
  func redacted() async throws {
    let text = try await store.dump()
    #expect(!text.contains("secret"))
    #expect(text.contains("scene 1: open"))
    #expect(text.contains("scene 2: closed"))
    #expect(text.contains("  stack of the signed-out account: entry 2 of 2\n    Page v1"))
    #expect(text.contains("  stack 2 of the signed-out account"))
    #expect(text.contains("  stack of account 1"))
    #expect(text.contains("  value 1 of the signed-out account: 14 bytes"))
  }

  @Test("A full dump shows each stack from the bottom up, and no erased data")
  func whole() async throws {
    var text = try await store.dump(redacting: false)
    let (a, b) = (
      try #require(text.range(of: "secret-a")), try #require(text.range(of: "secret-b"))
    )
    #expect(a.lowerBound < b.lowerBound)
    for word in ["secret-main", "secret-ada", "secret-tab", "secret-name", "\"secret-value\""] {
      #expect(text.contains(word), "\(word)")
    }
    try await store.eraseAll(of: "secret-ada")
    try await store.history(of: Page.self, account: nil).forget(.item("secret-b"))
    text = try await store.dump(redacting: false)
    #expect(!text.contains("secret-ada") && !text.contains("secret-c"))
    #expect(!text.contains("secret-b\"") && text.contains("secret-a"))
  }

  @Test("The debug view shows the report and the dump, or the error")
  func debugText() async throws {
    let text = await store.debugText(redacting: false)
    #expect(text.contains("accounts: 2") && text.contains("secret-name"))
    #expect(await !store.debugText(redacting: true).contains("secret"))
    try await store.close()
    #expect(await store.debugText(redacting: true).contains("closed"))
  }

  @Test("The report of an empty store in memory has no bytes, and its dump is empty")
  func memory() async throws {
    let store = NavStore.inMemory()
    let found = try await store.report()
    #expect((found.bytes, found.scenes) == (0, 0))
    #expect(try await store.dump() == "")
  }
}
