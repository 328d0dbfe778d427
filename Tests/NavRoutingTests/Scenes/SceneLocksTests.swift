import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Scenes that several processes claim at the same time.
@Suite("Scenes claimed by several processes") struct SceneLocksTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A process that has claimed a scene, with the scene's identifier and the path that it shows.
  private final class App {
    let process: SpawnedProcess
    let scene: String
    let path: String

    init(_ store: String, stored scene: String = "-", screen: Int) throws {
      process = try SpawnedProcess(
        try BuiltExecutable.named("restore-crasher"), ["claim", store, scene, "\(screen)"])
      self.scene = process.readLine() ?? ""
      path = process.readLine() ?? ""
    }

    func kill() {
      process.signal(9)
      process.waitUntilExit()
    }
  }

  @Test("Each process claims a scene of its own, which is claimed again after the process ends")
  func ownScenes() async throws {
    let store = folder.path()
    try await onOwnThread {
      let first = try App(store, screen: 1)
      let second = try App(store, screen: 2)
      #expect(first.scene != second.scene)
      #expect([first.path, second.path] == ["1", "2"])

      first.kill()
      let third = try App(store, screen: 3)
      #expect(third.scene == first.scene)
      #expect(third.path == "1 3")

      second.kill()
      third.kill()
      let again = [try App(store, screen: 4), try App(store, screen: 5)]
      #expect(again.map(\.scene) == [third.scene, second.scene], "Newest first")
      #expect(again.map(\.path) == ["1 3 4", "2 5"])
    }
  }

  @Test("A scene of another process is not claimed by its identifier either")
  func storedIdentifier() async throws {
    let store = folder.path()
    try await onOwnThread {
      let first = try App(store, stored: "window.a", screen: 1)
      #expect(first.scene == "window.a")
      let second = try App(store, stored: "window.a", screen: 2)
      #expect(second.scene != "window.a")
      #expect(second.path == "2")
      first.kill()
      #expect(try App(store, stored: "window.a", screen: 3).path == "1 3")
    }
  }

  @Test("Other processes can claim the scene of a closed window, but not of an open one")
  @MainActor func closed() async throws {
    let store = try NavStore(url: folder.store)
    let (left, right) = (
      NavWindow.claiming(nil, store: store), NavWindow.claiming(nil, store: store)
    )
    for window in [left, right] {
      window.router(ShopRoute.self).push(.product(id: 1))
      try await window.flush()
    }
    right.close()
    let path = folder.path()
    let (first, second) = (left.scene.id, right.scene.id)
    try await onOwnThread {
      let apps = try [first, second].map { try App(path, stored: $0, screen: 2) }
      #expect(apps[0].scene != first)
      #expect(apps[1].scene == second)
    }
    withExtendedLifetime(left) {}
  }

  @Test("A store can't be opened at the path of the scene locks")
  @MainActor func name() throws {
    let store = try NavStore(url: folder.store)
    let window = NavWindow.claiming(nil, store: store)
    let error = #expect(throws: NavStore.Error.self) {
      _ = try NavStore(url: URL(fileURLWithPath: folder.path() + "-scenes"))
    }
    #expect(error?.reason == .notAStore)
    withExtendedLifetime(window) {}
  }

  @Test("Scenes of a store in memory are claimed within the process")
  @MainActor func noFile() throws {
    let store = NavStore.inMemory()
    let window = NavWindow.claiming(nil, store: store)
    #expect(NavWindow.claiming(nil, store: store).scene != window.scene)
  }
}
