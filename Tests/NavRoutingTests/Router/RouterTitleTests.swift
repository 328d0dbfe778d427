import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct RouterTitleTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func router() -> NavRouter<ShopRoute> {
    NavRouter(in: NavWindow(scene: "main", store: self.store))
  }

  @Test("The screen on top can get a title in its first turn, and later")
  func title() async throws {
    let router = router()
    router.push(.category("shoes"))
    router.setTitle("Shoes")
    router.push(.product(id: 7))
    router.setTitle("Boots")
    router.pop()
    try await router.flush()
    // The screen of the boots was pushed and popped in one turn, so it was never seen.
    let recent = try await store.history(of: ShopRoute.self, account: nil).items()
    #expect(recent.map(\.title) == ["Shoes"])
    router.push(.product(id: 7))
    try await router.flush()
    router.setTitle("Better boots")
    router.popToRoot()
    router.setTitle("nothing")
    try await router.flush()
    #expect(
      try await store.history(of: ShopRoute.self, account: nil).items().map(\.title) == [
        "Better boots", "Shoes",
      ])
    #expect(
      try await store.history(of: ShopRoute.self, account: nil).items(.search("BOOTS")).map(\.route)
        == [.product(id: 7)])
  }

  @Test("Titles and values of a screen do not divide a turn into two changes")
  func oneTurn() async throws {
    let router = router()
    router.push(.category("shoes"))
    router.setTitle("Shoes")
    try router.session.setVisitState(120, named: "scroll")
    try router.session.setItemState("red", named: "colour")
    #expect(try router.session.visitState(Int.self, named: "scroll") == 120)
    router.push(.product(id: 7))
    #expect(try router.session.visitState(Int.self, named: "scroll") == nil)
    router.setTitle("Boots")
    router.setTitle("Footwear", for: .category("shoes"))
    router.push(.product(id: 8))
    router.pop()
    try await router.flush()
    #expect(router.backForwardMenu.entries.map(\.title) == [nil, "Boots"])
    let recent = try await store.history(of: ShopRoute.self, account: nil).items()
    #expect(recent.map(\.title) == ["Boots"])
    router.pop()
    #expect(try router.session.visitState(Int.self, named: "scroll") == 120)
    #expect(try router.session.itemState(String.self, named: "colour") == "red")
    try await router.flush()
    let later = try await store.history(of: ShopRoute.self, account: nil).items()
    #expect(later.map(\.title) == ["Footwear", "Boots"], "The category has come on top.")
  }

  @Test("A screen that is popped and pushed again in one turn gets its title")
  func putBack() async throws {
    let router = router()
    router.push(contentsOf: [.category("shoes"), .product(id: 7)])
    router.pop()
    router.push(.product(id: 7))
    router.setTitle("Boots")
    router.replaceTop(with: .product(id: 8))
    router.setTitle("Sandals")
    try await router.flush()
    router.pop()
    router.push(.product(id: 8))
    router.setTitle("Better sandals")
    try await router.flush()
    #expect(router.backForwardMenu.entries.map(\.title) == [nil, "Better sandals"])
    #expect(router.path == [.category("shoes"), .product(id: 8)])
    router.path = [.category("shoes"), .product(id: 8), .product(id: 9)]
    router.setTitle("Clogs")
    router.path = [.category("shoes"), .product(id: 8), .product(id: 9), .cart]
    router.setTitle("Cart")
    router.path.removeLast()
    try await router.flush()
    #expect(router.backForwardMenu.entries.map(\.title) == [nil, "Better sandals", "Clogs"])
  }

  private struct Draft: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Draft")
    let id: Int
    let text: String

    static func == (a: Draft, b: Draft) -> Bool { a.id == b.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Test("A route refreshed in the turn in which it gets a title is saved with its new data")
  func refreshed() async throws {
    let router = NavRouter<Draft>(in: NavWindow(scene: .main, store: store))
    router.push(Draft(id: 1, text: "a"))
    router.setTitle("Draft")
    router.path = [Draft(id: 1, text: "b")]
    try await router.flush()
    try await store.close()
    let restored = try folder.relaunch().restore(Draft.self, in: "main")
    #expect(restored.path.map(\.text) == ["b"])
  }

  @Test("A refreshed route that replaces its old form in one turn is saved, also after canGoBack")
  func refreshedByPopAndPush() async throws {
    let router = NavRouter<Draft>(in: NavWindow(scene: .main, store: store))
    router.push(Draft(id: 1, text: "a"))
    try await router.flush()
    router.pop()
    router.push(Draft(id: 1, text: "b"))
    #expect(router.canGoBack)
    try await router.flush()
    try await store.close()
    let restored = try folder.relaunch().restore(Draft.self, in: "main")
    #expect(restored.path.map(\.text) == ["b"])
  }

  @Test("A title for a route names its screen even if the user has left that screen")
  func titleByRoute() async throws {
    let router = router()
    router.push(.product(id: 7))
    try await router.flush()
    router.push(.product(id: 8))
    router.setTitle("Seven", for: .product(id: 7))
    router.setTitle("Eight", for: .product(id: 8))
    try await router.flush()
    router.popToRoot()
    router.push(.cart)
    router.setTitle("Boots", for: .product(id: 7))
    try await router.flush()
    #expect(
      try await store.history(of: ShopRoute.self, account: nil).items().map(\.title) == [
        nil, "Eight", "Boots",
      ])
  }
}
