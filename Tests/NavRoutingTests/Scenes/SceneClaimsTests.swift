import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct SceneClaimsTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    var configuration = NavStore.Configuration()
    let ticks = Counter()
    configuration.clock = {
      ticks.increment()
      return Date(timeIntervalSince1970: 1_700_000_000 + Double(ticks.value))
    }
    store = try NavStore(url: folder.store, configuration: configuration)
  }

  private func window(
    _ stored: NavScene? = nil, group: String = "window", in other: NavStore? = nil
  ) -> NavWindow {
    NavWindow.claiming(stored, group: group, store: other ?? store)
  }

  /// Saves a stack in a scene, which creates the scene.
  private func save(_ id: Int, in scene: NavScene, _ store: NavStore? = nil) throws {
    try (store ?? self.store).save([ShopRoute.product(id: id)], in: NavScene(id: scene.id))
  }

  @Test("Two windows of one launch never share a scene, and each keeps its own")
  func twoWindows() throws {
    let one = window()
    try save(1, in: one.scene)
    let other = window()
    #expect(one.scene != other.scene)
    #expect(window(other.scene).scene != other.scene)
    #expect(try store.scenes() == [one.scene], "Claiming saves nothing")
  }

  @Test("After a crash, windows without identifiers claim the open scenes, newest first")
  func crash() throws {
    let (one, other) = (window(), window())
    try save(1, in: one.scene)
    try save(2, in: other.scene)
    try save(3, in: one.scene)

    let relaunched = try folder.relaunch()
    let windows = (1...3).map { _ in window(in: relaunched) }
    #expect(windows[0].scene == one.scene)
    #expect(windows[1].scene == other.scene)
    #expect(![one.scene, other.scene].contains(windows[2].scene), "There is no third open scene")
    #expect(windows[0].router(ShopRoute.self).path == [.product(id: 3)])
  }

  @Test("A window with a stored identifier gets its own scene, in any order")
  func stored() throws {
    let (one, other) = (NavScene(), NavScene())
    try save(1, in: one)
    try save(2, in: other)
    let (left, right) = (window(one), window(other))
    #expect([left.scene, right.scene] == [one, other])
  }

  @Test("A stored identifier that another window uses is not shared")
  func claimedTwice() throws {
    let one = NavScene()
    try save(1, in: one)
    var left: NavWindow? = window(one)
    #expect(left?.scene == one)
    let second = window(one)
    #expect(second.scene != one)
    left = nil
    #expect(window(one).scene == one)
  }

  @Test("A scene is claimed as long as its window or a router of the window exists")
  func lifetime() throws {
    let one = NavScene()
    try save(1, in: one)
    var router: NavRouter<ShopRoute>? = NavRouter(in: window())
    #expect(router?.path == [.product(id: 1)])
    #expect(window().scene != one)
    router = nil
    #expect(window().scene == one)
  }

  @Test("The scene of a closed window is claimed only by its identifier")
  func closed() throws {
    let one = window()
    try save(1, in: one.scene)
    one.close()
    #expect(try store.closedScenes() == [one.scene])
    one.close()
    #expect(try store.closedScenes() == [one.scene])

    let fresh = window()
    #expect(fresh.scene != one.scene)
    // Opens the closed scene in another window, as an app's "Recently closed" menu does.
    let closedScene = try #require(store.closedScenes().first)
    #expect(closedScene.closedAt != nil)
    let third = window(closedScene)
    #expect(third.scene == one.scene)
    #expect(third.router(ShopRoute.self).path == [.product(id: 1)])
  }

  @Test("Saving in a closed window reopens its scene")
  func closedButUsed() async throws {
    let one = window()
    let router = one.router(ShopRoute.self)
    router.push(.product(id: 1))
    try await router.flush()
    one.close()
    one.setValue(800, named: "width")
    #expect(try store.scenes().map(\.isOpen) == [true])
  }

  @Test("Closing a window without saved data saves nothing")
  func closedEmpty() throws {
    window().close()
    #expect(try folder.relaunch().scenes().isEmpty)
  }

  @Test("The stored identifier of a deleted scene gives an empty scene")
  func deleted() async throws {
    let (one, other) = (NavScene(), NavScene())
    try save(1, in: one)
    try save(2, in: other)
    #expect(try await store.deleteScene(one))
    let relaunched = try folder.relaunch()
    let window = window(one, in: relaunched)
    #expect(window.scene == one)
    #expect(window.router(ShopRoute.self).path.isEmpty)
  }

  @Test("An invalid key is not claimed", arguments: ["", String(repeating: "k", count: 513)])
  func invalid(_ key: String) throws {
    #expect(window(NavScene(id: key)).scene.id != key)
    let owner = Owner()
    let claims = SceneClaims()
    let scene = claims.claim(for: owner, in: store)
    #expect(claims.claim(for: owner, stored: NavScene(id: key), moves: true, in: store) == scene)
  }

  @Test("A window claims only scenes of its group, and main belongs to the default group")
  func groups() throws {
    try save(1, in: "inspector")
    try save(2, in: NavScene(group: "windowless"))
    let settings = NavScene(group: "settings")
    try save(3, in: settings)
    try save(4, in: "main")
    let (first, second, third) = (window(group: "settings"), window(), window())
    #expect(first.scene == settings)
    #expect(second.scene == "main")
    #expect(try !store.scenes().contains(third.scene))
    #expect(third.scene.id.hasPrefix("window."))
  }

  private final class Owner {}

  @Test("A window moves to the scene of a new value, unless another window has it")
  func moving() throws {
    let claims = SceneClaims()
    let (one, other) = (NavScene(), NavScene())
    let left = Owner()
    var right: Owner? = Owner()
    #expect(claims.claim(for: left, stored: one, in: store) == one)
    if let right { #expect(claims.claim(for: right, stored: other, in: store) == other) }
    #expect(claims.claim(for: left, stored: other, moves: true, in: store) == one)
    #expect(
      claims.claim(for: left, stored: other, in: store) == one, "The window has a scene already")
    right = nil
    #expect(claims.claim(for: left, stored: other, moves: true, in: store) == other)
    #expect(claims.claim(for: left, stored: other, moves: true, in: store) == other)
    #expect(claims.claim(for: left, in: store) == other)
    #expect(claims.claim(for: Owner(), stored: one, in: store) == one, "No window has the scene")
  }

  @Test("Scenes of two stores are claimed independently")
  func stores() throws {
    let id = NavScene()
    let (left, right) = (window(id), window(id, in: .inMemory()))
    #expect([left.scene, right.scene] == [id, id])
  }

  @Test("Windows of a closed store get new scenes")
  func closedStore() async throws {
    try save(1, in: NavScene())
    try await store.close()
    let (left, right) = (window(), window())
    #expect(left.scene != right.scene)
    left.close()
  }

  @Test("A scene identifier is encoded as its key")
  func coding() throws {
    let id = NavScene(id: "main")
    let again = try JSONDecoder().decode(NavScene.self, from: JSONEncoder().encode(id))
    #expect(again == id && again.id == "main")
    #expect(NavScene() != NavScene())
  }
}
