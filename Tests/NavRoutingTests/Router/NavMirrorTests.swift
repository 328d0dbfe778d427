import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// A path that an app owns, which is mirrored to a stack without a SwiftUI view.
@MainActor
@Suite struct NavMirrorTests {
  @Observable @MainActor
  final class Owner {
    var path: [ShopRoute] = []
  }

  /// A router of an app's own type that is not observable.
  @MainActor
  final class PlainOwner {
    var path: [ShopRoute] = []
  }

  let folder: TemporaryFolder
  let store: NavStore
  let window: NavWindow
  let owner = Owner()

  init() throws {
    folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    self.store = store
    window = NavWindow(scene: .main, store: store)
  }

  private func mirror(_ owner: Owner, in window: NavWindow) -> NavRouter<ShopRoute> {
    let router = window.router(ShopRoute.self)
    router.mirror {
      owner.path
    } set: {
      owner.path = $0
    }
    return router
  }

  private func settle() async {
    for _ in 0..<3 { await mainQueue() }
  }

  @Test("The path is restored when the mirror is made, and each change of it is recorded")
  func relaunch() async throws {
    let mirror = mirror(owner, in: window)
    #expect(owner.path.isEmpty)
    owner.path.append(.category("shoes"))
    await settle()
    owner.path.append(.product(id: 7))
    await settle()
    owner.path.removeLast()
    await settle()
    try await mirror.flush()
    #expect(mirror.canGoForward)

    let later = Owner()
    let relaunched = try folder.relaunch()
    let again = self.mirror(later, in: NavWindow(scene: .main, store: relaunched))
    #expect(later.path == [.category("shoes")])
    #expect(again.forward())
    await settle()
    #expect(later.path == [.category("shoes"), .product(id: 7)])
    let history = relaunched.history(of: ShopRoute.self, account: nil)
    #expect(
      try await history.visits().map(\.route) == [.product(id: 7), .category("shoes")])
  }

  @Test("Setting a value through a window without an account doesn't end the mirror of an account")
  func valuesOfTheScene() async throws {
    let router = mirror(owner, in: NavWindow(scene: .main, account: "ada", store: store))
    let shared = NavWindow(scene: .main, store: store)
    shared.setValue("ada", named: "account")
    owner.path = [.cart]
    await settle()
    #expect(router.path == [.cart])
    try await router.flush()
    #expect(try store.restore(ShopRoute.self, in: "main", account: "ada").path == [.cart])
    #expect(shared.value(named: "account") == "ada")
  }

  @Test("A path set before the mirror is kept, and later changes of the stack are applied to it")
  func others() async throws {
    try store.save([ShopRoute.cart], in: "main")
    owner.path = [.product(id: 1)]
    let mirror = mirror(owner, in: window)
    #expect(owner.path == [.product(id: 1)])
    #expect(mirror.back())
    await settle()
    #expect(owner.path == [.cart])
    try await store.history(of: ShopRoute.self, account: nil).removeRoutes { $0 == .cart }
    await settle()
    #expect(owner.path.isEmpty)
  }

  @Test("The app's change wins over the router's change in the same turn")
  func bothAtOnce() async {
    let mirror = mirror(owner, in: window)
    mirror.push(.cart)
    owner.path = [.product(id: 3)]
    await settle()
    #expect(owner.path == [.product(id: 3)])
    #expect(mirror.path == [.product(id: 3)])
  }

  @Test("A window of another account replaces the app's path with the path of that account")
  func accounts() async throws {
    var mirror = mirror(owner, in: window)
    owner.path = [.cart]
    await settle()
    let adas = NavWindow(scene: .main, account: "ada", store: store)
    mirror = self.mirror(owner, in: adas)
    #expect(owner.path.isEmpty)
    owner.path = [.product(id: 9)]
    await settle()
    let signedOut = NavWindow(scene: .main, store: store)
    mirror = self.mirror(owner, in: signedOut)
    #expect(owner.path == [.cart])
    let again = NavWindow(scene: .main, account: "ada", store: store)
    mirror = self.mirror(owner, in: again)
    await settle()
    #expect(owner.path == [.product(id: 9)])
    try await mirror.flush()
    #expect(try store.restore(ShopRoute.self, in: "main").path == [.cart])
    #expect(
      try store.restore(ShopRoute.self, in: "main", account: "ada").path == [.product(id: 9)])
  }

  @Test("A change that the app reports as Back or Forward moves within the list")
  func ownList() async throws {
    let plain = PlainOwner()
    let mirror = window.router(ShopRoute.self)
    mirror.mirror {
      plain.path
    } set: {
      plain.path = $0
    }
    for path: [ShopRoute] in [[.cart], [.product(id: 1)], [.product(id: 2)]] {
      plain.path = path
      mirror.mirroredPathChanged()
      await settle()
    }
    plain.path = [.product(id: 1)]
    mirror.mirroredPathChanged(.back)
    await settle()
    #expect(mirror.canGoForward && mirror.canGoBack)
    plain.path = [.product(id: 2)]
    mirror.mirroredPathChanged(.forward)
    #expect(!mirror.canGoForward)
    plain.path = [.category("new")]
    mirror.mirroredPathChanged(.back)
    #expect(mirror.path == [.category("new")], "Without such an entry, it is an ordinary change")
    try await mirror.flush()
    #expect(mirror.session.backForward.entries.count == 5)
  }

  @Test("A mirror ends when its window is released")
  func ends() async {
    weak var gone: NavRouter<ShopRoute>?
    do {
      let window = NavWindow(scene: "short", store: store)
      gone = mirror(owner, in: window)
    }
    #expect(gone == nil)
    owner.path = [.cart]
    await settle()
    #expect(NavWindow(scene: "short", store: store).router(ShopRoute.self).path.isEmpty)
  }

  @Test("An object with a mirrored path is released with the window")
  func releasesOwner() {
    weak var gone: Owner?
    do {
      let (window, owner) = (NavWindow(scene: "short", store: store), Owner())
      gone = owner
      _ = mirror(owner, in: window)
    }
    #expect(gone == nil)
  }
}
