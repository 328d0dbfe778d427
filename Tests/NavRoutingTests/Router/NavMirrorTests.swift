import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// A path that the app owns, kept without a view.
@MainActor
@Suite struct NavMirrorTests {
  @Observable @MainActor
  final class Owner {
    var path: [ShopRoute] = []
  }

  /// A router of an app's own that nobody can observe.
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
    window = NavWindow(store: store)
  }

  private func mirror(_ owner: Owner, in window: NavWindow) -> NavMirror<ShopRoute> {
    NavMirror(in: window) {
      owner.path
    } set: {
      owner.path = $0
    }
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
    try await mirror.router.flush()
    #expect(mirror.router.canGoForward)

    let later = Owner()
    let relaunched = try folder.relaunch()
    let again = self.mirror(later, in: NavWindow(store: relaunched))
    #expect(later.path == [.category("shoes")])
    #expect(again.router.forward())
    await settle()
    #expect(later.path == [.category("shoes"), .product(id: 7)])
    let history = relaunched.history(of: ShopRoute.self, account: nil)
    #expect(
      try await history.visits().map(\.route) == [.product(id: 7), .category("shoes")])
  }

  @Test("A path that was set before stays, and what others do to the stack comes back into it")
  func others() async throws {
    try store.save([ShopRoute.cart], in: "main")
    owner.path = [.product(id: 1)]
    let mirror = mirror(owner, in: window)
    #expect(owner.path == [.product(id: 1)])
    #expect(mirror.router.back())
    await settle()
    #expect(owner.path == [.cart])
    try await store.history(of: ShopRoute.self, account: nil).removeRoutes { $0 == .cart }
    await settle()
    #expect(owner.path.isEmpty)
  }

  @Test("Of two changes in one turn the app's is the one that counts")
  func bothAtOnce() async {
    let mirror = mirror(owner, in: window)
    mirror.router.push(.cart)
    owner.path = [.product(id: 3)]
    await settle()
    #expect(owner.path == [.product(id: 3)])
    #expect(mirror.router.path == [.product(id: 3)])
  }

  @Test(
    "The window of another account has another path, though the app's still has the first one's")
  func accounts() async throws {
    var mirror = mirror(owner, in: window)
    owner.path = [.cart]
    await settle()
    let adas = NavWindow(store: store, account: "ada")
    mirror = self.mirror(owner, in: adas)
    #expect(owner.path.isEmpty)
    owner.path = [.product(id: 9)]
    await settle()
    let signedOut = NavWindow(store: store)
    mirror = self.mirror(owner, in: signedOut)
    #expect(owner.path == [.cart])
    let again = NavWindow(store: store, account: "ada")
    mirror = self.mirror(owner, in: again)
    await settle()
    #expect(owner.path == [.product(id: 9)])
    try await mirror.router.flush()
    #expect(try store.restore(ShopRoute.self, in: "main").stack == [.cart])
    #expect(
      try store.restore(ShopRoute.self, in: "main", account: "ada").stack == [.product(id: 9)])
  }

  @Test("What was a going back in the app's own list is one here, and Forward stays")
  func ownList() async throws {
    let plain = PlainOwner()
    let mirror = NavMirror<ShopRoute>(in: window) {
      plain.path
    } set: {
      plain.path = $0
    }
    for path: [ShopRoute] in [[.cart], [.product(id: 1)], [.product(id: 2)]] {
      plain.path = path
      mirror.pathChanged()
      await settle()
    }
    plain.path = [.product(id: 1)]
    mirror.pathChanged(.back)
    await settle()
    #expect(mirror.router.canGoForward && mirror.router.canGoBack)
    plain.path = [.product(id: 2)]
    mirror.pathChanged(.forward)
    #expect(!mirror.router.canGoForward)
    plain.path = [.category("new")]
    mirror.pathChanged(.back)
    #expect(mirror.router.path == [.category("new")], "No such entry: an ordinary change")
    try await mirror.router.flush()
    #expect(mirror.router.backForward.entries.count == 5)
  }

  @Test("A mirror that nobody holds follows nothing any more")
  func suspend() async {
    weak var gone: NavMirror<ShopRoute>?
    do {
      let mirror = mirror(owner, in: window)
      gone = mirror
    }
    #expect(gone == nil)
    owner.path = [.cart]
    await settle()
    #expect(window.router(ShopRoute.self).path.isEmpty)
  }

  @Test("A mirror that nobody keeps is noted")
  func lost() async {
    let log = LogRecorder(of: "A NavMirror was let go")
    // Said once in a process: by then another test may have been the one.
    WindowFaults.shared = WindowFaults()
    _ = mirror(owner, in: window)
    await settle()
    #expect(!log.lines.isEmpty)
  }
}
