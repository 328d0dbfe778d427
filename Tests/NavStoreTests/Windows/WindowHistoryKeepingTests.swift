import NavStoreSQLite
import Testing

@testable import NavStore

@Suite("Storage of a window's back/forward list")
struct WindowHistoryKeepingTests {
  @Test("A window's list is restored after a relaunch, with any stack requested first")
  func relaunch() async throws {
    let temporary = try TemporaryStore()
    do {
      let window = try Window(temporary.store)
      try window.session("a").make([.push("a1"), .push("a2")])
      try window.list.select("b")
      try window.session("b").make([.push("b1")])
      #expect(window.list.back())
      try await temporary.store.flush()
    }
    try temporary.reopenAfterKill()
    let window = try Window(temporary.store, selecting: "z")
    #expect(window.listed == "a· a1 a2 [b·] b1")
    #expect(window.list.selectedStack == "b")
    // Neither stack has a session in this launch, so `go(by:)` changes both stacks in the file.
    #expect(window.list.go(by: -2))
    #expect(window.list.selectedStack == "a")
    #expect(try window.session("a").trail == "a1")
    #expect(try window.session("a").listed == "· [a1] a2")
    #expect(window.list.go(by: 3))
    #expect(try window.session("b").trail == "b1")
    try window.session("b").push("b2")
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    let later = try Window(temporary.store)
    #expect(later.listed == "a· a1 a2 b· b1 [b2]")
    #expect(try later.session("b").trail == "b1/b2")
    #expect(try later.session("a").trail == "a1")
  }

  @Test("A window's list and its stacks are saved in one transaction")
  func oneTransaction() async throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    try window.session("a").push("a1")
    try await temporary.store.flush()
    let revision = try temporary.number("SELECT revision FROM window")
    let connection = try temporary.rawConnection()
    try connection.run("BEGIN")
    _ = try connection.first("SELECT count(*) FROM visit") { $0.int(0) }
    try window.session("a").push("a2")
    try await temporary.store.flush()
    #expect(try temporary.number("SELECT revision FROM window") == revision.map { $0 + 1 })
    try connection.run("COMMIT")
    connection.close()
    // The window's list refers to the visits that the same transaction saved.
    let tips = try temporary.store.writer.sync { try WindowTable(db: $0).tips() }
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(tips == Set(visits.map(\.id)))
  }

  @Test("A window without changes writes nothing")
  func writesNothing() async throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    _ = try window.session("a")
    _ = window.list.backForwardMenu
    try await temporary.store.flush()
    #expect(try temporary.number("SELECT count(*) FROM window WHERE list IS NOT NULL") == 0)
    #expect(try temporary.number("SELECT count(*) FROM scene") == 0)
  }

  @Test("A window's list continues with a stack that changed without the window")
  func unfollowed() async throws {
    let temporary = try TemporaryStore()
    do {
      let window = try Window(temporary.store)
      try window.session("a").push("a1")
      try await temporary.store.flush()
    }
    try temporary.reopenAfterKill()
    try temporary.store.session(of: Page.self, in: "main", stack: "a").push("a2")
    let window = try Window(temporary.store)
    #expect(window.listed == "a· a1 [a2]")
    #expect(window.list.back())
    #expect(try window.session("a").trail == "a1")
  }

  @Test("A closed scene keeps its list, a deleted one doesn't, and accounts have separate lists")
  func scenes() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    do {
      let window = try Window(store)
      try window.session("a").push("a1")
      try window.list.select("b")
      let hers = try store.window(in: "main", account: "anna", selecting: "x")
      try hers.select("y")
    }
    try store.closeScene("main")
    #expect(try temporary.number("SELECT count(*) FROM scene WHERE closed IS NOT NULL") == 1)
    try temporary.reopenAfterKill()
    #expect(try temporary.store.reopenScene("main"))
    #expect(try Window(temporary.store).listed == "a· a1 [b·]")
    #expect(try temporary.store.window(in: "main", account: "anna").selectedStack == "y")
    try await temporary.store.eraseAll(of: "anna")
    #expect(try temporary.number("SELECT count(*) FROM window WHERE list IS NOT NULL") == 1)
    #expect(try temporary.store.window(in: "main", account: "anna", selecting: "x").count == 1)
    try await temporary.store.deleteScene("main")
    #expect(try temporary.number("SELECT count(*) FROM window WHERE list IS NOT NULL") == 0)
    #expect(try Window(temporary.store).listed == "[a·]")
  }

  @Test("A live window continues after its scene is deleted")
  func deletedLive() async throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    try window.session("a").push("a1")
    try await temporary.store.deleteScene("main")
    try window.list.select("b")
    #expect(window.listed == "a· a1 [b·]")
    try await temporary.store.flush()
    #expect(try temporary.number("SELECT count(*) FROM window WHERE list IS NOT NULL") == 1)
  }

  @Test("Erasing an account resets its live list to the root screen")
  func erased() async throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    try window.session("a").push("a1")
    try window.list.select("b")
    try window.session("b").push("b1")
    try await temporary.store.eraseAll(of: "")
    #expect(window.listed == "[a·]", "The selection is erased, too.")
    try window.session("a").push("a2")
    #expect(window.listed == "a· [a2]")
    #expect(window.list.back())
  }

  @Test("A window's list drops removed screens and merges equal neighbors")
  func forgotten() async throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    try window.session("a").make([.push("a1"), .push("a2"), .push("a3")])
    try window.list.select("b")
    try window.session("b").push("b1")
    _ = try await temporary.store.history(of: Page.self, account: nil).removeRoutes {
      ["a2", "b1"].contains($0)
    }
    #expect(window.listed == "a· a1 a3 [b·]")
    #expect(window.list.back())
    #expect(try window.session("a").trail == "a1/a3")
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    let later = try Window(temporary.store)
    #expect(later.listed == "a· a1 [a3] b·")
    #expect(later.list.back())
    #expect(try later.session("a").trail == "a1")
  }

  @Test("A stored window's list drops removed screens without a live window")
  func forgottenInFile() async throws {
    let temporary = try TemporaryStore()
    do {
      let window = try Window(temporary.store)
      try window.session("a").make([.push("a1"), .push("a2")])
      try window.list.select("b")
      try await temporary.store.flush()
    }
    try temporary.reopenAfterKill()
    _ = try await temporary.store.history(of: Page.self, account: nil).removeRoutes { $0 == "a2" }
    #expect(try Window(temporary.store).listed == "a· a1 [b·]")
  }

  @Test("An unreadable list is replaced by one with the selected stack")
  func damaged() async throws {
    let temporary = try TemporaryStore()
    do {
      let window = try Window(temporary.store)
      try window.session("a").make([.push("a1")])
      try await temporary.store.flush()
    }
    let connection = try temporary.rawConnection()
    try connection.run("UPDATE window SET list = x'020280'")
    connection.close()
    try temporary.reopenAfterKill()
    let window = try Window(temporary.store)
    #expect(window.listed == "[a1]")
    try window.list.select("b")
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    #expect(try Window(temporary.store).listed == "a1 [b·]")
  }

  @Test("A live window costs each commit at most one more page")
  func cost() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main", stack: "a")
    func framesOfPushes() throws -> Int {
      try store.writer.sync { connection in
        for number in 0..<5 { session.push(Page("page \(number)")) }
        try store.writer.commitPending(on: connection, endingTurns: true)
        try store.writer.countAll(on: connection)
        let before = connection.walFrames
        for number in 1...10 {
          session.push(Page("page \(number % 5)"))
          try store.writer.commitPending(on: connection, endingTurns: true)
        }
        return connection.walFrames - before
      }
    }
    let alone = try framesOfPushes()
    let window = try Window(store)
    try window.list.select("a")
    let followed = try framesOfPushes()
    #expect(followed - alone <= 11, "\(alone) frames alone, \(followed) followed")
    #expect(followed > alone)
  }

  @Test("Concurrent changes, steps and reads leave a consistent list")
  func threads() async throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    let sessions = try ["a", "b", "c"].map { try window.session($0) }
    let list = window.list
    await withTaskGroup(of: Void.self) { group in
      for session in sessions {
        group.addTask {
          for number in 0..<60 {
            session.push(Page("\(session.name)\(number)"))
            if number % 3 == 0 { session.pop(2) }
          }
        }
      }
      group.addTask {
        for number in 0..<60 {
          _ = try? list.select(["a", "b", "c"][number % 3])
          list.go(by: number % 5 - 2)
          _ = list.backForwardMenu
        }
      }
    }
    try await temporary.store.flush()
    let listed = window.listed
    let selected = try window.session(list.selectedStack)
    let top = selected.path.last?.name ?? list.selectedStack + "·"
    #expect(listed.contains("[\(top)]"))
    try temporary.reopenAfterKill()
    #expect(try Window(temporary.store).listed == listed)
  }
}
