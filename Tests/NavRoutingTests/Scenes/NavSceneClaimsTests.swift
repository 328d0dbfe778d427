import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavSceneClaimsTests {
  let folder: TemporaryFolder
  let store: NavStore
  let claims = NavSceneClaims()

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

  private final class Window {}

  /// Saves something in a scene, so that there is one.
  private func save(_ id: Int, in scene: NavSceneID, _ store: NavStore? = nil) throws {
    try (store ?? self.store).save([ShopRoute.product(id: id)], in: scene.key)
  }

  @Test("Two windows of one launch never share a scene, and each keeps its own")
  func twoWindows() throws {
    let (left, right) = (Window(), Window())
    let one = claims.claim(for: left, in: store)
    try save(1, in: one)
    let other = claims.claim(for: right, in: store)
    #expect(one != other)
    #expect(claims.claim(for: left, in: store) == one)
    #expect(claims.claim(for: left, stored: other, in: store) == one, "It has one")
    #expect(claims.isClaimed(one, in: store) && claims.isClaimed(other, in: store))
    #expect(try store.scenes().map(\.key) == [one.key], "Claiming saves nothing")
  }

  @Test("After a crash, windows that know nothing take the open scenes, the newest first")
  func crash() throws {
    let (left, right) = (Window(), Window())
    let one = claims.claim(for: left, in: store)
    let other = claims.claim(for: right, in: store)
    try save(1, in: one)
    try save(2, in: other)
    try save(3, in: one)

    let relaunched = try folder.relaunch()
    let again = NavSceneClaims()
    let windows = [Window(), Window(), Window()]
    let found = windows.map { again.claim(for: $0, in: relaunched) }
    #expect(found[0] == one)
    #expect(found[1] == other)
    #expect(found[2] != one && found[2] != other, "There was no third")
    #expect(try relaunched.restore(ShopRoute.self, in: found[0].key).stack == [.product(id: 3)])
  }

  @Test("A window that the system knows again gets its own scene, whoever else comes first")
  func stored() throws {
    let (one, other) = (NavSceneID(), NavSceneID())
    try save(1, in: one)
    try save(2, in: other)
    let (left, right) = (Window(), Window())
    #expect(claims.claim(for: left, stored: one, in: store) == one)
    #expect(claims.claim(for: right, stored: other, in: store) == other)
  }

  @Test("A stored identifier that another window has is not shared")
  func claimedTwice() throws {
    let one = NavSceneID()
    try save(1, in: one)
    let (left, right) = (Window(), Window())
    #expect(claims.claim(for: left, stored: one, in: store) == one)
    let second = claims.claim(for: right, stored: one, in: store)
    #expect(second != one)
    claims.release(left)
    let third = Window()
    #expect(claims.claim(for: third, stored: one, in: store) == one)
  }

  @Test("A claim goes with its owner")
  func weakOwner() throws {
    let one = NavSceneID()
    try save(1, in: one)
    var window: Window? = Window()
    if let window { #expect(claims.claim(for: window, in: store) == one) }
    #expect(claims.isClaimed(one, in: store))
    window = nil
    #expect(!claims.isClaimed(one, in: store))
    let next = Window()
    #expect(claims.claim(for: next, in: store) == one)
  }

  @Test("The scene of a closed window is not taken, but by the window that was told")
  func closed() throws {
    let left = Window()
    let one = claims.claim(for: left, in: store)
    try save(1, in: one)
    #expect(try claims.close(one, in: store))
    #expect(!claims.isClaimed(one, in: store))
    #expect(try store.recentlyClosed().map(\.key) == [one.key])
    #expect(try !claims.close(one, in: store))

    let right = Window()
    let fresh = claims.claim(for: right, in: store)
    #expect(fresh != one)
    // "Recently closed" opens it again in a window of its own.
    #expect(try store.reopenScene(one.key))
    let third = Window()
    #expect(claims.claim(for: third, stored: one, in: store) == one)
    #expect(try store.restore(ShopRoute.self, in: one.key).stack == [.product(id: 1)])
  }

  @Test("Closing a window in which nothing was saved says so")
  func closedEmpty() throws {
    let window = Window()
    let scene = claims.claim(for: window, in: store)
    #expect(try !claims.close(scene, in: store))
    #expect(try folder.relaunch().scenes().isEmpty)
  }

  @Test("The stored identifier of a deleted scene is an empty scene")
  func deleted() async throws {
    let (one, other) = (NavSceneID(), NavSceneID())
    try save(1, in: one)
    try save(2, in: other)
    #expect(try await store.deleteScene(one.key))
    let relaunched = try folder.relaunch()
    let window = Window()
    #expect(claims.claim(for: window, stored: one, in: relaunched) == one)
    #expect(try relaunched.restore(ShopRoute.self, in: one.key).stack.isEmpty)
  }

  @Test("A key that is none is not claimed", arguments: ["", String(repeating: "k", count: 513)])
  func invalid(_ key: String) throws {
    let window = Window()
    #expect(claims.claim(for: window, stored: NavSceneID(key: key), in: store).key != key)
    #expect(!claims.move(window, to: NavSceneID(key: key), in: store))
  }

  @Test("Only scenes of a window's group are taken; main is a window")
  func groups() throws {
    try save(1, in: NavSceneID(key: "inspector"))
    try save(2, in: NavSceneID(group: "windowless"))
    let settings = NavSceneID(group: "settings")
    try save(3, in: settings)
    let main = NavSceneID(key: "main")
    try save(4, in: main)
    let windows = [Window(), Window(), Window()]
    #expect(claims.claim(for: windows[0], group: "settings", in: store) == settings)
    #expect(claims.claim(for: windows[1], in: store) == main)
    let fresh = claims.claim(for: windows[2], in: store)
    #expect(try !store.scenes().map(\.key).contains(fresh.key))
    #expect(fresh.key.hasPrefix("window."))
  }

  @Test("A window that is given another value moves, unless another window is there")
  func moving() throws {
    let (one, other) = (NavSceneID(), NavSceneID())
    let (left, right) = (Window(), Window())
    #expect(claims.claim(for: left, stored: one, in: store) == one)
    #expect(claims.claim(for: right, stored: other, in: store) == other)
    #expect(!claims.move(left, to: other, in: store))
    #expect(claims.scene(of: left, in: store) == one)
    claims.release(right)
    #expect(claims.move(left, to: other, in: store))
    #expect(claims.move(left, to: other, in: store))
    #expect(claims.scene(of: left, in: store) == other)
    #expect(!claims.isClaimed(one, in: store))
  }

  @Test("Scenes of two stores are claimed apart")
  func stores() throws {
    let memory = NavStore.inMemory()
    let id = NavSceneID()
    let (left, right) = (Window(), Window())
    #expect(claims.claim(for: left, stored: id, in: store) == id)
    #expect(claims.claim(for: right, stored: id, in: memory) == id)
    #expect(claims.scene(of: right, in: store) == nil)
  }

  @Test("A closed store gives fresh scenes")
  func closedStore() async throws {
    try save(1, in: NavSceneID())
    try await store.close()
    let (left, right) = (Window(), Window())
    #expect(claims.claim(for: left, in: store) != claims.claim(for: right, in: store))
    #expect(throws: NavStore.Error.self) {
      try claims.close(NavSceneID(), in: store)
    }
  }

  @Test("An identifier is its key when it is stored, and in a dictionary")
  func coding() throws {
    let id = NavSceneID(key: "main")
    let again = try JSONDecoder().decode(NavSceneID.self, from: JSONEncoder().encode(id))
    #expect(again == id && again.id == "main")
    #expect(NavSceneID() != NavSceneID())
  }
}
