import Foundation
import NavStoreInspection
import Testing

@testable import NavStore

@Suite("Update streams after removals, titles and closed scenes")
struct RemovalUpdatesTests {
  private let folder: TemporaryStore
  private let store: NavStore
  private let session: NavStore.Session<Shop>

  init() throws {
    folder = try TemporaryStore {
      $0.retention = .init(age: .seconds(86_400), count: nil)
      $0.closedScenes.count = 1
      // Delays idle work, because the test itself prunes the store.
      $0.idleMilliseconds = 3_600_000
    }
    store = folder.store
    session = try store.session(of: Shop.self, in: "main")
    session.push(.product(1))
    session.push(.product(2))
  }

  private func recent() -> NavUpdates<[NavItem<Shop>]>.AsyncIterator {
    store.history(of: Shop.self, account: nil).updates(.recent(limit: 20)).makeAsyncIterator()
  }

  @Test("Forgetting an item or everything updates the recent items")
  func forget() async throws {
    var updates = recent()
    #expect(await updates.next()?.count == 2)
    try await store.history(of: Shop.self, account: nil).forget(.item(Shop.product(2)))
    #expect(await updates.next()?.map(\.route) == [.product(1)])
    try await store.history(of: Shop.self, account: nil).forget(.all)
    #expect(await updates.next()?.isEmpty == true)
  }

  @Test("Erasing an item updates the recent items")
  func erase() async throws {
    var updates = recent()
    #expect(await updates.next()?.count == 2)
    try await store.history(of: Shop.self, account: nil).erase(.item(Shop.product(1)))
    #expect(await updates.next()?.map(\.route) == [.product(2)])
  }

  @Test("Forgetting an item of one account doesn't update another account's items")
  func otherAccount() async throws {
    try store.save([Shop.product(9)], in: "main", account: "ada")
    var updates = recent()
    #expect(await updates.next()?.count == 2)
    try await store.history(of: Shop.self, account: "ada").forget(.item(Shop.product(9)))
    session.push(.product(3))
    #expect(await updates.next()?.count == 3)
  }

  @Test("A later title updates the recent items, and a title without an item doesn't")
  func title() async throws {
    var updates = recent()
    #expect(await updates.next()?.first?.title == nil)
    let history = store.history(of: Shop.self, account: nil)
    try await history.setTitle("Nobody", for: .product(77))
    try await history.setTitle("Shoes", for: .product(2))
    #expect(await updates.next()?.first?.title == "Shoes")
  }

  @Test("A finished pruning updates the recent items")
  func prune() async throws {
    // Makes a visit that no stack uses, because its scene is deleted.
    try store.save([Shop.product(7)], in: "gone")
    #expect(try await store.deleteScene("gone"))
    folder.clock.advance(by: .seconds(200_000))
    session.push(.product(3))
    var updates = recent()
    #expect(await updates.next()?.map(\.route) == [3, 7, 2, 1].map(Shop.product))
    #expect(try await store.prune() == 1)
    #expect(await updates.next()?.map(\.route) == [3, 2, 1].map(Shop.product))
  }

  @Test("The deletion of an outdated closed scene updates the visits that named it")
  func outdatedScene() async throws {
    for key in ["a", "b"] { try store.save([Shop.product(5)], in: NavScene(id: key)) }
    let history = store.history(of: Shop.self, account: nil)
    var updates = history.updates { () async throws(NavStore.Error) in
      try await history.visits(limit: 10)
    }.makeAsyncIterator()
    #expect(await updates.next()?.contains { $0.scene == "a" } == true)
    try store.closeScene("a")
    folder.clock.advance(by: .seconds(10))
    try store.closeScene("b")
    #expect(await updates.next()?.contains { $0.scene == "a" } == false)
  }
}

private enum Shop: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop")

  case product(Int)
}
