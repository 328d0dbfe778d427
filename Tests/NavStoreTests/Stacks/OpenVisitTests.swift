import TestSupport
import Testing

@testable import NavStore

@Suite("Opening a visit from the history")
struct OpenVisitTests {
  /// Returns the identifier of the newest visit to a page.
  private func visit(
    _ page: Page, in store: NavStore, account: String = ""
  ) async throws -> Int64 {
    let visits = try await store.history(of: Page.self, account: account.orSignedOut).visits(
      limit: 100)
    return try #require(visits.first { $0.route == page }).id
  }

  @Test("An opened visit is a new visit on the same parent and removes the forward entries")
  func opens() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.make([.push("a"), .push("b"), .push("c"), .popToRoot, .push("x"), .push("y"), .back])
    let old = try await visit("b", in: temporary.store)
    temporary.clock.advance(by: .seconds(60))
    #expect(try session.open(old))
    #expect(session.trail == "a/b")
    #expect(session.listed == "· x [b]")
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route.name) == ["b", "y", "x", "c", "b", "a"])
    #expect(visits[0].id != old)
    #expect(visits[0].visitedAt == temporary.clock.now)
    // The parent of the opened visit is the old visit of `a`. Opening made no new visit of `a`, and
    // didn't record the old one as seen again.
    #expect(
      try temporary.number("SELECT count(DISTINCT parent) FROM visit WHERE parent <> 0") == 3)
    #expect(session.pop())
    #expect(session.trail == "a")
    #expect(try await temporary.store.history(of: Page.self, account: nil).visits().count == 6)
    try temporary.reopenAfterKill()
    let later = try temporary.store.session(of: Page.self, in: "main")
    #expect(later.listed == "· x [a] b")
    #expect(later.forward())
    #expect(later.trail == "a/b")
  }

  @Test("Opening the visit on top adds a new visit")
  func onTop() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.make([.push("a"), .push("b")])
    #expect(try session.open(await visit("b", in: temporary.store)))
    #expect(session.trail == "a/b")
    // The entries of the old and the new visit of `b` have equal stacks, so the list shows them as
    // one entry.
    #expect(session.listed == "· a [b]")
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).visits().map(\.route.name) == [
        "b", "b", "a",
      ])
    #expect(session.pop())
    #expect(session.listed == "· [a] b")
  }

  @Test("Visits of other stacks, scenes and deleted scenes can be opened, even after a relaunch")
  func elsewhere() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.session(of: Page.self, in: "main", stack: "tab").make([
      .push("a"), .push("b"),
    ])
    try temporary.store.session(of: Page.self, in: "other").make([.push("c"), .push("d", "e")])
    try temporary.store.session(of: Page.self, in: "gone").make([.push("f"), .push("g")])
    try await temporary.store.deleteScene("gone")
    let visits = try await ["b", "e", "g"].asyncMap {
      try await visit(Page($0), in: temporary.store)
    }
    try await temporary.relaunch()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for (id, trail) in zip(visits, ["a/b", "c/d/e", "f/g"]) {
      #expect(try session.open(id))
      #expect(session.trail == trail)
    }
    #expect(session.listed == "· b e [g]")
    #expect(try temporary.store.session(of: Page.self, in: "other").trail == "c/d/e")
    try await temporary.relaunch()
    let later = try temporary.store.session(of: Page.self, in: "main")
    #expect(later.listed == "· b e [g]")
    #expect(later.go(by: -2))
    #expect(later.trail == "a/b")
  }

  @Test("Opening a visit reuses the visits of list entries that were not read yet")
  func sharesNodes() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.session(of: Page.self, in: "main").make([
      .push("a"), .push("b"), .popToRoot,
    ])
    try await temporary.relaunch()
    let session = try temporary.store.session(of: Page.self, in: "main")
    #expect(try session.open(await visit("b", in: temporary.store)))
    #expect(session.listed == "· [b]")
    session.make([.back, .push("z"), .back])
    #expect(try session.open(await visit("b", in: temporary.store)))
    #expect(session.trail == "a/b")
    #expect(session.pop())
    #expect(session.listed == "· [a] b")
    try await temporary.relaunch()
    #expect(try temporary.store.session(of: Page.self, in: "main").listed == "· [a] b")
  }

  @Test("A visit that can't be opened changes nothing")
  func refused() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.session(of: Page.self, in: "main", account: "anna").make([.push("hers")])
    try store.session(of: AppRoute.self, in: "shop").push(.settings)
    try store.session(of: Page.self, in: "other").make([.push("a"), .push("b"), .push("c")])
    let hers = try await visit("hers", in: store, account: "anna")
    let forgotten = try await visit("c", in: store)
    let onDamaged = try await visit("b", in: store)
    let shop = try #require(try await store.history(of: AppRoute.self, account: nil).visits().first)
      .id
    _ = try await store.history(of: Page.self, account: nil).removeRoutes {
      $0 == "c"
    }
    let connection = try temporary.rawConnection()
    try connection.run("UPDATE route SET hash = hash + 1 WHERE payload LIKE '%\"a\"%'")
    connection.close()
    let session = try store.session(of: Page.self, in: "main")
    session.make([.push("x"), .push("y"), .back])
    let revision = session.revision
    let ids = [
      hers, forgotten, onDamaged, shop, 999, 0, -1,
    ]
    for id in ids { #expect(try !session.open(id)) }
    #expect(session.listed == "· [x] y")
    #expect(session.revision == revision)
    try await store.close()
    #expect(code { _ = try session.open(onDamaged) } == .closed)
  }

  @Test("Opening a visit saves pending changes first, and only the turn's last screen is visited")
  func inTurn() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.make([.push("a"), .push("b"), .popToRoot])
    let old = try await visit("b", in: temporary.store)
    session.change(endsTurn: false) { $0.push(contentsOf: [Page("x")]) }
    #expect(try session.open(old, endsTurn: false, by: nil))
    #expect(session.trail == "a/b")
    session.core.endTurn()
    try await temporary.store.flush()
    #expect(session.listed == "· x [b]")
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).visits().map(\.route.name) == [
        "b", "b", "a",
      ])
  }

  @Test("Opening a visit skips forgotten visits below it")
  func overTombstones() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.make([.push("a"), .push("b"), .push("c"), .popToRoot])
    let old = try await visit("c", in: temporary.store)
    _ = try await temporary.store.history(of: Page.self, account: nil).removeRoutes { $0 == "b" }
    #expect(try session.open(old))
    #expect(session.trail == "a/c")
    try await temporary.relaunch()
    #expect(try temporary.store.session(of: Page.self, in: "main").trail == "a/c")
  }

  @Test("Visits are opened in stacks of several types and with a storage type")
  func otherCodecs() async throws {
    let temporary = try TemporaryStore()
    typealias Screen = AnyScreen<TwoTypes<Page, AppRoute>>
    let mixed = try temporary.store.session(of: Screen.self, in: "mixed")
    mixed.push(Page("a"))
    mixed.push(AppRoute.settings)
    mixed.popToRoot()
    let visits = try await temporary.store.history(of: Screen.self, account: nil).visits()
    #expect(try mixed.open(visits[0].id))
    #expect(mixed.depth == 2)
    struct Mapped: NavElement {
      let name: String

      static let coding = NavCoding<Mapped>.stored(as: Page.self) {
        Page($0.name)
      } from: {
        Mapped(name: $0.name)
      }
    }
    let mapped = try temporary.store.session(of: Mapped.self, in: "mapped")
    #expect(try mapped.open(visits[1].id))
    #expect(mapped.path.map(\.name) == ["a"])
    #expect(try !mapped.open(visits[0].id))
  }
}

extension Sequence {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await transform(element)) }
    return result
  }
}
