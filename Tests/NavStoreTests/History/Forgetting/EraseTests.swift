import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Erasing")
struct EraseTests {
  let temporary: TemporaryStore
  var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore { $0.busyTimeout = .milliseconds(50) }
  }

  @Test("Erasing leaves no byte in the database, the WAL or quarantined files")
  func forensics() async throws {
    // Disables idle work, so that the erasure itself deletes the quarantined file. Idle work would
    // delete the file, too, but could not report a failure.
    try hold()
    var random = SeededRandom.make()
    let tokens = try await Tokens.visit(isSoak ? 50_000 : 1_000, &random, in: store)
    try quarantine(tokens)
    #expect(try left(tokens) == tokens.all, "All tokens are found before the erasure.")
    try await store.history(of: Page.self, account: nil).erase(.items { $0.id.contains("secret") })
    let secrets = try temporary.number("SELECT count(*) FROM item WHERE key LIKE '%secret%'")
    #expect(secrets == 0)
    #expect(try left(tokens).isEmpty, "seed \(random.seed)")
    #expect(try temporary.number("SELECT erase_pending FROM progress") == 0)
    #expect(try temporary.number("SELECT count(*) FROM item") ?? 0 > 100, "Other items are kept.")
    try await expectConsistent(temporary)
  }

  @Test("Forgetting alone leaves bytes in the WAL and in quarantined files")
  func control() async throws {
    var random = SeededRandom.make()
    let tokens = try await Tokens.visit(200, &random, in: store)
    try quarantine(tokens)
    let history = store.history(of: Page.self, account: nil)
    try await history.forget(.items { $0.id.contains("secret") })
    #expect(try left(tokens) == tokens.all)
    for name in ["store.sqlite.corrupt-1"] {
      try FileManager.default.removeItem(at: temporary.folder.appendingPathComponent(name))
    }
    #expect(try !left(tokens).isEmpty, "The WAL still contains the tokens.")
    try await store.finishErasing()
    #expect(try left(tokens).isEmpty)
    try await store.finishErasing()
  }

  @Test("Erasing everything leaves no byte and a small file")
  func everything() async throws {
    var random = SeededRandom.make()
    let tokens = try await Tokens.visit(400, &random, in: store)
    let before = try size()
    _ = try await store.writer.eraseAccounts(nil)
    #expect(try temporary.number("SELECT count(*) FROM account WHERE key IS NOT NULL") == 1)
    let writer = store.writer
    try writer.finishIdleWork()
    #expect(try left(tokens).isEmpty, "An idle store vacuums an empty file.")
    #expect(try size() < before / 2)
    #expect(try temporary.number("SELECT erase_pending FROM progress") == 0)
  }

  @Test("Erasing an account leaves no byte")
  func account() async throws {
    var random = SeededRandom.make()
    let tokens = try await Tokens.visit(200, &random, in: store, account: "ada")
    try await store.eraseAll(of: "ada")
    #expect(try left(tokens).isEmpty)
  }

  @Test("Erasing everything erases accounts whose keys differ only in the encoding of a letter")
  func encodings() async throws {
    for key in ["caf\u{e9}", "cafe\u{301}"] {
      try store.save([Page("a")], in: "main", account: key)
    }
    try await store.eraseEverything()
    #expect(try temporary.number("SELECT count(*) FROM account WHERE key <> ''") == 0)
  }

  @Test("An erasure that a reader of another connection blocks throws, and can be finished later")
  func foreignReader() async throws {
    var random = SeededRandom.make()
    let tokens = try await Tokens.visit(100, &random, in: store)
    let reader = try temporary.rawConnection()
    try reader.run("BEGIN")
    _ = try reader.first("SELECT count(*) FROM visit") { $0.int(0) }
    let history = store.history(of: Page.self, account: nil)
    let error = await #expect(throws: NavStore.Error.self) {
      try await history.erase(.items { $0.id.contains("secret") })
    }
    #expect(error?.code == .eraseUnfinished)
    #expect(error?.isRetriable == true)
    #expect(
      try await store.history(of: Page.self, account: nil).items(.recent(limit: 1_000)).allSatisfy {
        !$0.id.contains("secret")
      })
    #expect(try !left(tokens).isEmpty)
    #expect(await code { try await store.finishErasing() } == .eraseUnfinished)
    try reader.run("COMMIT")
    try await store.finishErasing()
    #expect(try left(tokens).isEmpty)
  }

  @Test("An erasure that a writer of another connection blocks throws, and can be finished later")
  func foreignWriter() async throws {
    var random = SeededRandom.make()
    let tokens = try await Tokens.visit(100, &random, in: store)
    try await store.history(of: Page.self, account: nil).forget(
      .items { $0.id.contains("secret") })
    let blocker = try temporary.rawConnection()
    try blocker.run("BEGIN IMMEDIATE")
    #expect(await code { try await store.finishErasing() } == .eraseUnfinished)
    try blocker.run("ROLLBACK")
    try await store.finishErasing()
    #expect(try left(tokens).isEmpty)
  }

  @Test("An item that another process forgets during an erasure remains to be erased")
  func foreignRemoval() async throws {
    try store.save([Page("a"), Page("b")], in: "main")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("a")))
    let pending = try store.writer.sync { try RemovalTable(db: $0).pendingErasure() }
    try await temporary.another().history(of: Page.self, account: nil).forget(.item(Page("b")))
    let isDone = try store.writer.sync { try RemovalTable(db: $0).noteErased(pending) }
    #expect(!isDone)
    #expect(try temporary.number("SELECT erase_pending FROM progress") ?? 0 > 0)
  }

  @Test("The launch after a kill between forgetting and erasing erases when idle")
  func killed() async throws {
    var random = SeededRandom.make()
    let tokens = try await Tokens.visit(100, &random, in: store)
    try quarantine(tokens)
    try hold()
    let history = store.history(of: Page.self, account: nil)
    try await history.beginErasing(.items { $0.id.contains("secret") })
    #expect(try !left(tokens).isEmpty)
    try temporary.reopenAfterKill()
    try hold()
    _ = try store.restore(Page.self, in: "main")
    #expect(try !left(tokens).isEmpty, "Opening and restoring don't erase.")
    let writer = store.writer
    try writer.finishIdleWork()
    #expect(try left(tokens).isEmpty)
    #expect(try temporary.number("SELECT erase_pending FROM progress") == 0)
  }

  @Test("A launch schedules an unfinished erasure by itself, and no idle work otherwise")
  func unasked() async throws {
    try store.save([Page("a"), Page("b")], in: "main")
    try await temporary.relaunch()
    let before = store.writer
    #expect(try !before.sync { _ in before.maintenance.isScheduled })
    try hold()
    let history = store.history(of: Page.self, account: nil)
    try await history.beginErasing(.item("a"))
    #expect(try temporary.number("SELECT erase_pending FROM progress") != 0)
    try temporary.reopenAfterKill()
    let writer = store.writer
    // This closure runs on the queue on which idle work runs, so scheduled idle work can't run
    // during it.
    let (isScheduled, isLeft) = try writer.sync { connection in
      let isScheduled = writer.maintenance.isScheduled
      while writer.idleStep(on: connection) == 0 {}
      let pending = try connection.first("SELECT erase_pending FROM progress") { $0.int(0) }
      return (isScheduled, pending != 0)
    }
    #expect(isScheduled)
    #expect(!isLeft)
  }

  @Test("Forgetting alone doesn't make an idle store rewrite the file")
  func notAskedFor() async throws {
    try hold()
    try store.save([Page("a"), Page("b")], in: "main")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("a")))
    let writer = store.writer
    try writer.finishIdleWork()
    #expect(try temporary.number("SELECT erase_pending FROM progress") ?? 0 > 0)
  }

  @Test("An idle store retries an erasure that a reader blocks, later each time")
  func disturbed() async throws {
    try store.save([Page("a"), Page("b")], in: "main")
    try hold()
    let history = store.history(of: Page.self, account: nil)
    try await history.beginErasing(.item("a"))
    let reader = try temporary.rawConnection()
    try reader.run("BEGIN")
    _ = try reader.first("SELECT count(*) FROM visit") { $0.int(0) }
    let writer = store.writer
    #expect(try writer.sync { writer.idleStep(on: $0) } == 1_000)
    #expect(try writer.sync { writer.idleStep(on: $0) } == 2_000)
    try reader.run("COMMIT")
    #expect(try writer.sync { writer.idleStep(on: $0) } == 0)
    #expect(try temporary.number("SELECT erase_pending FROM progress") == 0)
  }

  @Test("An idle store rewrites a small file that is mostly free, and no other")
  func shrinks() async throws {
    try hold()
    let session = try store.session(of: Blob.self, in: "main")
    func visit(_ count: Int) async throws {
      for number in 0..<count {
        session.push(Blob(text: "\(number)" + String(repeating: "x", count: 100_000)))
        session.pop()
        try await store.flush()
      }
      session.push(Blob(text: "kept"))
      try await store.history(of: Blob.self, account: nil).forget(
        .items { $0.route.text.count > 10 })
    }
    let writer = store.writer
    try await visit(70)
    #expect(try temporary.number("PRAGMA page_count") ?? 0 > 1_536)
    #expect(
      try writer.sync { !writer.shrinkStep(on: $0) }, "The file is too large to rewrite when idle.")
    try await store.history(of: Blob.self, account: nil).erase(.all)

    try await visit(20)
    let before = try temporary.number("PRAGMA page_count") ?? 0
    #expect(try writer.sync { writer.shrinkStep(on: $0) && !writer.shrinkStep(on: $0) })
    let after = try temporary.number("PRAGMA page_count") ?? 0
    #expect(after < before / 4, "\(before) pages, then \(after)")
    try await expectConsistent(temporary)
  }

  @Test("An in-memory store erases without a file")
  func inMemory() async throws {
    let store = NavStore.inMemory()
    try store.save([Page("a"), Page("b")], in: "main")
    #expect(try await store.history(of: Page.self, account: nil).erase(.item(Page("a"))) == 1)
    try await store.history(of: Page.self, account: nil).erase(.all)
    try await store.eraseSignedOut()
    try await store.eraseEverything()
    try await store.finishErasing()
  }

  @Test("Erasing an unknown item requests no rewrite of the file")
  func nothing() async throws {
    try store.save([Page("a")], in: "main")
    #expect(try await store.history(of: Page.self, account: nil).erase(.item(Page("x"))) == .init())
    #expect(try temporary.number("SELECT erase_pending FROM progress") == 0)
  }

  private func hold() throws {
    let writer = store.writer
    try writer.sync { _ in writer.maintenance.isHeld = true }
  }

  /// Adds a file that contains all tokens, and has the name and the header of a quarantined store.
  private func quarantine(_ tokens: Tokens) throws {
    var data = try Data(contentsOf: temporary.url).prefix(100)
    data += Data(tokens.all.map(Tokens.text).joined(separator: " ").utf8)
    try data.write(
      to: temporary.folder.appendingPathComponent("store.sqlite.corrupt-1"))
  }

  private func left(_ tokens: Tokens) throws -> Set<UInt64> {
    try tokens.found(
      in: temporary.url.deletingLastPathComponent(), filesNamed: "store.sqlite")
  }

  private func size() throws -> Int {
    try temporary.bytes().reduce(0) { $0 + $1.count }
  }
}
