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
    NavRouter(in: NavWindow(store: self.store, scene: "main"))
  }

  @Test("The screen on top gets its title in the turn in which it comes, and later")
  func title() async throws {
    let router = router()
    router.push(.category("shoes"))
    router.setTitle("Shoes")
    router.push(.product(id: 7))
    router.setTitle("Boots")
    router.pop()
    try await router.flush()
    // Boots came and went in one turn: nobody saw them.
    let recent = try await store.history(of: ShopRoute.self).recent()
    #expect(recent.map(\.title) == ["Shoes"])
    router.push(.product(id: 7))
    try await router.flush()
    router.setTitle("Better boots")
    router.popToRoot()
    router.setTitle("nothing")
    try await router.flush()
    #expect(
      try await store.history(of: ShopRoute.self).recent().map(\.title) == [
        "Better boots", "Shoes",
      ])
    #expect(
      try await store.history(of: ShopRoute.self).search("BOOTS").map(\.route)
        == [.product(id: 7)])
  }

  @Test("A title by route names its screen though the user has gone on meanwhile")
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
      try await store.history(of: ShopRoute.self).recent().map(\.title) == [nil, "Eight", "Boots"])
  }
}
