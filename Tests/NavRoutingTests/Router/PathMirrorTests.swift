import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("A path that the app owns") struct PathMirrorTests {
  typealias Mirror = PathMirror<ShopRoute>

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func window(_ account: String? = nil, scene: String = "main") -> NavWindow {
    NavWindow(scene: NavScene(id: scene), account: account, store: store)
  }

  /// Starts the mirror, as the view modifier does when its view appears.
  private func start(_ mirror: Mirror, _ path: inout [ShopRoute], in window: NavWindow) {
    if let saved = mirror.start(window.router(), with: path) { path = saved }
  }

  private func record(_ path: [ShopRoute], _ mirror: Mirror, in window: NavWindow) {
    mirror.record(path, in: window.router())
  }

  @Test("A path is restored once, its changes are recorded, and an empty first value saves nothing")
  func relaunch() async throws {
    let (mirror, window) = (Mirror(), window())
    var path: [ShopRoute] = []
    record([.cart], mirror, in: window)
    #expect(mirror.known == nil, "Nothing is recorded before the restore")
    start(mirror, &path, in: window)
    record(path, mirror, in: window)
    try await window.flush()
    #expect(path.isEmpty)
    #expect(try store.scenes().isEmpty)
    for route in [ShopRoute.category("shoes"), .product(id: 7)] {
      path.append(route)
      record(path, mirror, in: window)
    }
    try await window.flush()

    let store = try folder.relaunch()
    let relaunched = NavWindow(scene: .main, store: store)
    let again = Mirror()
    var restored: [ShopRoute] = []
    start(again, &restored, in: relaunched)
    #expect(restored == path)
    restored = []
    record(restored, again, in: relaunched)
    start(again, &restored, in: relaunched)
    #expect(restored.isEmpty, "The path is restored once")
  }

  @Test("A path set before the mirror is kept and recorded, and Back leads to the saved path")
  func setBefore() async throws {
    try store.save([ShopRoute.category("shoes")], in: "main")
    let relaunched = try folder.relaunch()
    let mirror = Mirror()
    var path = [ShopRoute.cart]
    let window = NavWindow(scene: .main, store: relaunched)
    start(mirror, &path, in: window)
    #expect(path == [.cart])
    try await window.flush()
    let session = try relaunched.session(of: ShopRoute.self, in: "main")
    #expect(session.path == [.cart])
    #expect(session.back())
    #expect(mirror.takeChange() == [.category("shoes")])
  }

  @Test("A mirror reports changes by other routers, but not the app's own changes")
  func elsewhere() async throws {
    let (mirror, window) = (Mirror(), window())
    var path: [ShopRoute] = []
    start(mirror, &path, in: window)
    path = [.cart]
    record(path, mirror, in: window)
    #expect(mirror.takeChange() == nil)
    let other = window.router(ShopRoute.self)
    other.push(.product(id: 1))
    let notifications = Counter()
    withObservationTracking {
      _ = window.router(ShopRoute.self).path
    } onChange: {
      notifications.increment()
    }
    #expect(mirror.takeChange() == [.cart, .product(id: 1)])
    #expect(mirror.takeChange() == nil)
    record([.cart, .product(id: 1)], mirror, in: window)
    #expect(other.path == [.cart, .product(id: 1)])
    record([], mirror, in: window)
    #expect(notifications.value == 1)
    #expect(other.path.isEmpty)
  }

  @Test("Each account has a path of its own")
  func accounts() async throws {
    // Makes another mirror, because SwiftUI creates new views for another window, and with them
    // another mirror.
    var (mirror, window) = (Mirror(), NavWindow(scene: .main, account: "ann", store: store))
    var path: [ShopRoute] = []
    start(mirror, &path, in: window)
    path = [.product(id: 1)]
    record(path, mirror, in: window)
    (mirror, window) = (Mirror(), NavWindow(scene: .main, store: store))
    record(path, mirror, in: window)
    start(mirror, &path, in: window)
    #expect(path.isEmpty)
    path = [.category("guest")]
    record(path, mirror, in: window)
    (mirror, window) = (Mirror(), NavWindow(scene: .main, account: "ann", store: store))
    start(mirror, &path, in: window)
    #expect(path == [.product(id: 1)])
    let bobs = NavWindow(scene: .main, account: "bob", store: store)
    start(mirror, &path, in: bobs)
    #expect(path.isEmpty)
    try await bobs.flush()
    #expect(try store.restore(ShopRoute.self, in: "main").path == [.category("guest")])
    #expect(
      try store.restore(ShopRoute.self, in: "main", account: "ann").path == [.product(id: 1)])
  }

  @Test("A mirror records paths even if its store is closed")
  func closedStore() async throws {
    try await store.close()
    let (mirror, window) = (Mirror(), window())
    var path: [ShopRoute] = []
    start(mirror, &path, in: window)
    record([.cart], mirror, in: window)
    #expect(window.router(ShopRoute.self).path == [.cart])
    try? await window.flush()
  }
}
