import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("A path that somebody else owns") struct PathMirrorTests {
  typealias Mirror = PathMirror<ShopRoute>

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func key(_ account: String = "", scene: String = "main") -> Mirror.Key {
    Mirror.Key(scene: scene, stack: "", account: account)
  }

  private func router(_ key: Mirror.Key, _ store: NavStore) -> NavRouter<ShopRoute> {
    NavRouter(store: store, scene: key.scene, stack: key.stack, account: key.account)
  }

  /// What the modifier does when the view appears.
  private func start(
    _ mirror: Mirror, _ path: inout [ShopRoute], _ key: Mirror.Key, _ store: NavStore? = nil
  ) {
    let store = store ?? self.store
    if let saved = mirror.start(key, with: path, router: { router($0, store) }) { path = saved }
  }

  @Test("It is restored once, and each change is recorded; an empty first value saves nothing")
  func relaunch() async throws {
    let mirror = Mirror()
    var path: [ShopRoute] = []
    mirror.record([.cart], for: key())
    #expect(mirror.latest == nil, "Nothing is known before it was restored")
    start(mirror, &path, key())
    mirror.record(path, for: key())
    await mirror.flush()
    #expect(path.isEmpty)
    #expect(try store.scenes().isEmpty)
    for route in [ShopRoute.category("shoes"), .product(id: 7)] {
      path.append(route)
      mirror.record(path, for: key())
    }
    await mirror.flush()

    let relaunched = try folder.relaunch()
    let again = Mirror()
    var restored: [ShopRoute] = []
    start(again, &restored, key(), relaunched)
    #expect(restored == path)
    restored = []
    again.record(restored, for: key())
    start(again, &restored, key(), relaunched)
    #expect(restored.isEmpty, "It is restored once")
    #expect(again.store === relaunched)
  }

  @Test("A path that was set before stays and is recorded; what was saved is one back")
  func setBefore() async throws {
    try store.save([ShopRoute.category("shoes")], in: "main")
    let relaunched = try folder.relaunch()
    let mirror = Mirror()
    var path = [ShopRoute.cart]
    start(mirror, &path, key(), relaunched)
    #expect(path == [.cart])
    await mirror.flush()
    let session = try relaunched.session(of: ShopRoute.self, in: "main")
    #expect(session.path == [.cart])
    #expect(session.back())
    #expect(mirror.takeChange() == [.category("shoes")])
  }

  @Test("Changes from elsewhere come back; the owner's own do not")
  func elsewhere() async throws {
    let mirror = Mirror()
    var path: [ShopRoute] = []
    start(mirror, &path, key())
    path = [.cart]
    mirror.record(path, for: key())
    #expect(mirror.takeChange() == nil)
    let other = router(key(), store)
    other.push(.product(id: 1))
    let told = Counter()
    withObservationTracking {
      _ = mirror.latest
    } onChange: {
      told.increment()
    }
    #expect(mirror.takeChange() == [.cart, .product(id: 1)])
    #expect(mirror.takeChange() == nil)
    mirror.record([.cart, .product(id: 1)], for: key())
    #expect(other.path == [.cart, .product(id: 1)])
    mirror.record([], for: key())
    #expect(told.value == 1)
    #expect(other.path.isEmpty)
  }

  @Test("Another account is another stack: neither path reaches the other")
  func accounts() async throws {
    let mirror = Mirror()
    var path: [ShopRoute] = []
    start(mirror, &path, key("ann"))
    path = [.product(id: 1)]
    mirror.record(path, for: key("ann"))
    // Signing out sets the path in the same update.
    path = []
    mirror.record(path, for: key(""))
    start(mirror, &path, key(""))
    #expect(path.isEmpty)
    path = [.category("guest")]
    mirror.record(path, for: key(""))
    start(mirror, &path, key("ann"))
    #expect(path == [.product(id: 1)])
    start(mirror, &path, key("bob"))
    #expect(path.isEmpty)
    await mirror.flush()
    #expect(try store.restore(ShopRoute.self, in: "main").stack == [.category("guest")])
    #expect(
      try store.restore(ShopRoute.self, in: "main", account: "ann").stack == [.product(id: 1)])
  }

  @Test("A stack that cannot be saved is followed all the same")
  func closedStore() async throws {
    try await store.close()
    let mirror = Mirror()
    var path: [ShopRoute] = []
    start(mirror, &path, key())
    mirror.record([.cart], for: key())
    #expect(mirror.latest == [.cart])
    await mirror.flush()
  }
}
