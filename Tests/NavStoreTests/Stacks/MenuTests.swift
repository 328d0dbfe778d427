import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Back/forward lists as menus")
struct MenuTests {
  private func title(_ title: String, of key: String, in temporary: TemporaryStore) throws {
    let connection = try temporary.rawConnection()
    try connection.run("UPDATE item SET title = ? WHERE key LIKE ?", title, "%\(key)%")
    #expect(connection.changes == 1)
    connection.close()
  }

  @Test("Back and Forward menus list the nearest entry first, with indexes for go(to:)")
  func order() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.make([.push("a"), .push("b"), .push("c"), .push("d"), .go(-2)])
    #expect(session.backForwardMenu.back.map(\.index) == [1, 0])
    #expect(session.backForwardMenu.forward.map(\.index) == [3, 4])
    #expect(session.backForwardMenu.back.map(\.isRoot) == [false, true])
    let menu = session.backForwardMenu
    #expect(menu.index == 2)
    #expect(menu.entries.map(\.index) == [0, 1, 2, 3, 4])
    let last = try #require(menu.forward.last)
    #expect(session.go(to: last.index))
    #expect(session.trail == "a/b/c/d")
  }

  @Test("Menus have titles, keys and kinds without decoding routes")
  func decodesNothing() async throws {
    let temporary = try TemporaryStore()
    let first = try temporary.store.session(of: Counted.self, in: "main")
    for id in 1...5 { first.push(.page(id: id)) }
    first.popToRoot()
    try await temporary.store.flush()
    try title("Page three", of: "3", in: temporary)
    try temporary.reopenAfterKill()
    let session = try temporary.store.session(of: Counted.self, in: "main")
    let before = Counted.decoded.withLock { $0 }
    let entries = session.backForwardMenu.forward
    #expect(entries.map(\.title) == [nil, nil, "Page three", nil, nil])
    #expect(entries.map(\.kind) == Array(repeating: "page", count: 5))
    #expect(Set(entries.compactMap(\.itemKey)).count == 5)
    #expect(entries.allSatisfy { !$0.isUnreadable })
    #expect(Counted.decoded.withLock { $0 } == before)
    session.go(by: 3)
    #expect(Counted.decoded.withLock { $0 } > before)
    #expect(!session.backForwardMenu.entries[3].isUnreadable)
  }

  @Test("Menus include entries of an open turn and of routes that are not stored")
  func inMemory() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Secret.self, in: "main")
    session.push(.open(1))
    try await temporary.store.flush()
    try title("One", of: "open", in: temporary)
    session.push(.hidden(2))
    session.change(endsTurn: false) { $0.push(contentsOf: [Secret.open(1)]) }
    let entries = session.backForwardMenu.entries
    #expect(entries.map(\.title) == [nil, "One", nil, "One"])
    #expect(entries.map(\.kind) == [nil, "open", nil, "open"])
    #expect(entries.map(\.isRoot) == [true, false, false, false])
    session.core.endTurn()
  }

  @Test("A menu marks an entry that turned out to be unreadable")
  func unreadable() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.session(of: Page.self, in: "main").make([
      .push("a"), .push("b"), .popToRoot,
    ])
    try await temporary.store.flush()
    let connection = try temporary.rawConnection()
    try connection.run("UPDATE route SET hash = hash + 1 WHERE payload LIKE '%\"b\"%'")
    connection.close()
    try temporary.reopenAfterKill()
    let session = try temporary.store.session(of: Page.self, in: "main")
    #expect(session.backForwardMenu.forward.map(\.isUnreadable) == [false, false])
    #expect(!session.go(by: 2))
    #expect(session.backForwardMenu.forward.map(\.isUnreadable) == [false, true])
  }

  @Test("The menus of a stack and its window have the same items, saved or not")
  func items() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let list = try store.window(in: "main")
    let session = try store.session(of: Page.self, in: "main")
    session.make([.push("a"), .push("b")])
    let keys = session.backForwardMenu.entries.map(\.itemKey)
    #expect(keys.first == .some(nil) && Set(keys.compactMap(\.self)).count == 2)
    try await store.flush()
    #expect(session.backForwardMenu.entries.map(\.itemKey) == keys)
    #expect(list.backForwardMenu.entries.map(\.itemKey) == keys)
  }

  @Test("A title that another process has set is in later menus, and observers are notified")
  func otherProcess() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let list = try store.window(in: "main")
    let session = try store.session(of: Page.self, in: "main")
    session.make([.push("a"), .push("b")])
    try await store.flush()
    #expect(session.backForwardMenu.entries.map(\.title) == [nil, nil, nil])
    let notified = Locked(0)
    session.observe(temporary) { notified.withLock { $0 += 1 } }
    try title("A", of: "\"a\"", in: temporary)
    _ = try store.session(of: Page.self, in: "main")
    #expect(notified.withLock { $0 } == 1)
    #expect(session.backForwardMenu.entries.map(\.title) == [nil, "A", nil])
    #expect(list.backForwardMenu.entries.map(\.title) == [nil, "A", nil])
    try title("B", of: "\"b\"", in: temporary)
    session.push("c")
    try await store.flush()
    #expect(session.backForwardMenu.entries.map(\.title) == [nil, "A", "B", nil])
  }

  @Test("A menu shows the item of a route that was replaced by an equal route with other content")
  func refreshed() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Revised.self, in: "main")
    session.push(Revised(number: 1, text: "old"))
    try await temporary.store.flush()
    let old = session.backForwardMenu.entries.last?.itemKey
    session.set([Revised(number: 1, text: "new")])
    try await temporary.store.flush()
    let new = session.backForwardMenu.entries.last?.itemKey
    #expect(new != nil && new != old)
    let reopened = try temporary.reopenAfterKill().session(of: Revised.self, in: "main")
    #expect(reopened.backForwardMenu.entries.last?.itemKey == new)
  }

  @Test("The menu of a closed store has its entries without titles")
  func closed() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.make([.push("a"), .push("b")])
    try await temporary.store.close()
    #expect(session.backForwardMenu.back.map(\.isRoot) == [false, true])
    #expect(session.backForwardMenu.back.map(\.title) == [nil, nil])
  }
}

/// A route type that counts how many routes are decoded.
private enum Counted: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Counted")
  static let decoded = Locked(0)

  case page(id: Int)

  private enum CodingKeys: CodingKey { case page }
  private struct Values: Codable { let id: Int }

  init(from decoder: any Decoder) throws {
    Self.decoded.withLock { $0 += 1 }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self = .page(id: try values.decode(Values.self, forKey: .page).id)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    guard case .page(let id) = self else { return }
    try values.encode(Values(id: id), forKey: .page)
  }
}

/// A route with a case that is never stored.
private enum Secret: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Secret")

  case open(Int)
  case hidden(Int)

  var routeTraits: NavRouteTraits {
    if case .hidden = self { .init(isStored: false) } else { .init() }
  }
}

/// A route whose item depends on a part that `==` ignores.
private struct Revised: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Revised")

  let number: Int
  let text: String

  static func == (a: Self, b: Self) -> Bool { a.number == b.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
