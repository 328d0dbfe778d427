import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Import of legacy state")
struct AdoptionTests {
  private let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private var store: NavStore { temporary.store }

  private static let old: [Page] = ["a", "b", "c"]

  /// Returns `pages` as JSON, as an app may have saved its path before it used this library.
  private func json(_ pages: [Page] = old) throws -> Data {
    try JSONEncoder().encode(pages)
  }

  private func adopting(_ pages: [Page] = old) throws -> NavStore.Session<Page> {
    let data = try json(pages)
    return try store.session(of: Page.self, in: "main", adopting: .json(data))
  }

  @Test("An imported stack is one back/forward entry above the root screen")
  func comesAlong() throws {
    let session = try adopting()
    #expect(session.trail == "a/b/c")
    #expect(session.listed == "· [c]")
    #expect(session.restoration.path == Self.old)
    #expect(session.restoration.savedAt == nil)
    #expect(session.restoration.failures.isEmpty)
  }

  @Test("An import writes nothing, so the next launch after a kill imports again")
  func writesNothing() async throws {
    try store.save([Page("x")], in: "another")
    try await temporary.comeToRest()
    let before = try temporary.bytes()
    let session = try adopting()
    #expect(session.trail == "a/b/c")
    try await store.flush()
    #expect(try temporary.bytes() == before)
    #expect(try store.scenes().map(\.id) == ["another"])

    try temporary.reopenAfterKill()
    #expect(try adopting().trail == "a/b/c")
    #expect(
      try store.restore(Page.self, in: "main").path == Self.old,
      "The stack is live in this process.")
    try temporary.reopenAfterKill()
    #expect(try store.restore(Page.self, in: "main").path == [], "The stack was never saved.")
  }

  @Test("The first change saves an imported stack, and a return to its screens records a visit")
  func firstChange() async throws {
    let session = try adopting()
    session.push("d")
    try await store.flush()
    #expect(try temporary.number("SELECT count(*) FROM visit") == 4)
    #expect(
      try await store.history(of: Page.self, account: nil).allVisits(pageSize: 9).map(\.route) == [
        "d"
      ])

    try temporary.reopenAfterKill()
    let again = try adopting(["other"])
    #expect(again.trail == "a/b/c/d")
    #expect(again.listed == "· c [d]")
    temporary.clock.advance(by: .seconds(1))
    again.pop()
    try await store.flush()
    #expect(
      try await store.history(of: Page.self, account: nil).allVisits(pageSize: 9).map(\.route) == [
        "c", "d",
      ])
  }

  @Test("The first return to the imported top screen records its only visit")
  func comingBack() async throws {
    let session = try adopting()
    for _ in 0..<2 {
      session.push("d")
      session.pop()
    }
    try await store.flush()
    let visits = try await store.history(of: Page.self, account: nil).allVisits(pageSize: 9).map(
      \.route)
    #expect(visits == ["d", "c", "d"])
  }

  @Test(
    "Any first change saves the imported stack and keeps it reachable",
    arguments: [
      ("pop", "a/b", "· [b] c"), ("back", "", "[·] c"), ("root", "", "[·] c"),
      ("replaceTop", "a/b/z", "· [z]"), ("replaceAll", "z", "· c [z]"),
    ])
  func otherChanges(_ change: String, trail: String, listed: String) async throws {
    let session = try adopting()
    switch change {
    case "pop": session.pop()
    case "back": session.back()
    case "root": session.popToRoot()
    case "replaceTop": session.replaceTop(with: "z")
    default: session.set(["z"])
    }
    #expect(session.trail == trail)
    #expect(session.listed == listed)
    try await store.flush()
    let again = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    #expect(again.trail == trail)
    #expect(again.listed == listed)
    if listed.hasSuffix(" c") {
      again.forward()
      #expect(again.trail == "a/b/c")
    }
  }

  @Test("Saving the unchanged imported path stores it without a visit")
  func sameSave() async throws {
    let data = try json()
    let restored = try store.restore(Page.self, in: "main", migratingFrom: .json(data))
    #expect(restored.path == Self.old)
    try store.save(restored.path, in: "main")
    #expect(try await store.history(of: Page.self, account: nil).allVisits(pageSize: 9).isEmpty)
    let killed = store
    try temporary.reopenAfterKill()
    let again = try store.restore(Page.self, in: "main")
    #expect(again.path == Self.old)
    #expect(again.savedAt == temporary.clock.now)

    let session = try killed.session(of: Page.self, in: "main")
    session.push("d")
    session.pop()
    try await killed.flush()
    let visits = try await killed.history(of: Page.self, account: nil).allVisits(pageSize: 9).map(
      \.route)
    #expect(visits == ["c", "d"], "The return to c is its first visit.")
  }

  @Test("Setting visit state on an imported screen saves the stack, without a visit")
  func visitState() async throws {
    let session = try adopting()
    try session.setVisitState(7, named: "scroll")
    #expect(try session.visitState(Int.self, named: "scroll") == 7)
    try await store.flush()
    #expect(try await store.history(of: Page.self, account: nil).allVisits(pageSize: 9).isEmpty)
    let again = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    #expect(again.trail == "a/b/c")
    #expect(try again.visitState(Int.self, named: "scroll") == 7)
  }

  // MARK: Never over a saved stack

  @Test("A stack that was saved at its root screen is not replaced by legacy state")
  func savedAtRoot() throws {
    try store.save([Page("x")], in: "main")
    try store.save([Page](), in: "main")
    try temporary.reopenAfterKill()
    let session = try adopting()
    #expect(session.trail == "")
  }

  @Test("A saved stack that can't be decoded is not replaced, and the legacy source is not read")
  func savedUnreadable() throws {
    try store.save([OtherScreen(name: "x")], in: "main")
    try temporary.reopenAfterKill()
    let reads = Tally()
    let restored = try store.restore(
      Page.self, in: "main",
      migratingFrom: .custom {
        reads.add()
        return ["a"]
      })
    #expect(restored.path == [])
    #expect(restored.failures.map(\.reason) == [.unknownType])
    #expect(reads.count == 0)
  }

  @Test(
    "A stack that is saved while the legacy state is read is not replaced",
    arguments: [true, false])
  func savedMeanwhile(byThisProcess: Bool) throws {
    let other = byThisProcess ? store : try temporary.another()
    let session = try store.session(
      of: Page.self, in: "main",
      adopting: .custom {
        try other.save([Page("x")], in: "main")
        return ["a"]
      })
    #expect(session.trail == "x")
  }

  @Test("A stack that has only visit state of its root screen still imports legacy state")
  func onlyVisitState() async throws {
    try store.session(of: Page.self, in: "main").setVisitState(1, named: "scroll")
    try await store.flush()
    #expect(try temporary.number("SELECT count(*) FROM stack") == 1)
    try temporary.reopenAfterKill()
    let session = try adopting()
    #expect(session.trail == "a/b/c")
    session.push("d")
    try await store.flush()
    let again = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    #expect(again.trail == "a/b/c/d")
    again.popToRoot()
    #expect(try again.visitState(Int.self, named: "scroll") == 1)
  }

  @Test("A live session does not read a legacy source")
  func liveSession() throws {
    let session = try store.session(of: Page.self, in: "main")
    let reads = Tally()
    let source = NavLegacyState<Page>.custom {
      reads.add()
      return ["a"]
    }
    #expect(try store.session(of: Page.self, in: "main", adopting: source) === session)
    #expect(reads.count == 0)
    #expect(session.trail == "")
  }

  // MARK: The restore guard

  @Test("An imported stack that two launches don't confirm is skipped, and Forward shows it")
  func unconfirmed() async throws {
    for _ in 0..<2 {
      let session = try adopting()
      #expect(session.trail == "a/b/c")
      session.willShow()
      try await store.flush()
      try temporary.reopenAfterKill()
    }
    let session = try adopting()
    #expect(session.trail == "")
    #expect(session.listed == "[·] c")
    #expect(session.restoration.skippedReason == .crashedRepeatedly)
    #expect(session.forward())
    #expect(session.trail == "a/b/c")
    try await store.flush()
    try temporary.rawConnection().run("UPDATE scene SET attempts = 0")
    #expect(try temporary.reopenAfterKill().session(of: Page.self, in: "main").trail == "a/b/c")
  }

  @Test("A confirmed import is never skipped")
  func confirmed() async throws {
    for _ in 0..<3 {
      let session = try adopting()
      #expect(session.trail == "a/b/c")
      session.willShow()
      try await session.confirmRestore()
      try temporary.reopenAfterKill()
    }
  }
}

/// A counter of calls.
final class Tally: Sendable {
  private let calls = Locked(0)
  var count: Int { calls.withLock { $0 } }
  func add() { calls.withLock { $0 += 1 } }
}
