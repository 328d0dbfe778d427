import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavWindowHistoryTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func router(_ stack: String) -> NavRouter<ShopRoute> {
    NavRouter(in: NavWindow(scene: "main", store: self.store), stack: stack)
  }

  private func list(_ store: NavStore) -> WindowContext {
    let list = NavWindow(scene: .main, store: store).shared
    list.firstStack = "shop"
    return list
  }

  @Test("One Back button leads through all tabs and their screens, also after a relaunch")
  func tabs() async throws {
    let window = list(self.store)
    #expect(!window.canGoBack && !window.canGoForward)
    #expect(window.list?.selectedStack == "shop")
    let (shop, cart) = (router("shop"), router("cart"))
    shop.push(.category("shoes"))
    #expect(window.select("cart"))
    #expect(!window.select("cart"))
    await mainQueue()
    cart.push(.product(id: 7))
    try await store.flush()
    #expect(window.backForwardMenu.back.map(\.stack) == ["cart", "shop", "shop"])
    #expect(window.go(by: -2, animated: false))
    #expect(window.list?.selectedStack == "shop")
    #expect(window.backForwardMenu.forward.map(\.kind) == [nil, "product"])
    #expect(window.go(to: 3, animated: false))
    #expect(window.list?.selectedStack == "cart" && cart.path == [.product(id: 7)])
    #expect(!window.go(by: 1, animated: false) && !window.go(to: 99, animated: false))
    try await store.flush()

    let relaunched = try folder.relaunch()
    let again = list(relaunched)
    #expect(again.list?.selectedStack == "cart")
    #expect(again.canGoBack)
  }

  @Test("Observers are notified of changes on the stacks")
  func observing() async throws {
    let window = list(self.store)
    let shop = router("shop")
    await confirmation { notified in
      await withCheckedContinuation { continuation in
        withObservationTracking {
          #expect(!window.canGoBack)
        } onChange: {
          notified()
          continuation.resume()
        }
        shop.push(.cart)
      }
    }
    #expect(window.canGoBack)
  }

  @Test("With a closed store there is no list, and its menu is empty")
  func closedStore() async throws {
    try await store.close()
    let window = list(self.store)
    #expect(window.list == nil && window.backForwardMenu.entries.isEmpty)
    #expect(window.problem?.code == .closed)
    #expect(!window.canGoBack && !window.canGoForward && !window.select("cart"))
    #expect(window.backForwardMenu.back.isEmpty && window.backForwardMenu.forward.isEmpty)
    #expect(!window.go(by: -1, animated: false) && !window.go(to: 0, animated: false))
  }
}
