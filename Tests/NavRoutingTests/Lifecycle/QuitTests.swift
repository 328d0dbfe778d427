import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Windows after a normal exit", .serialized)
struct QuitTests {
  /// The way in which a launch of the app ends.
  enum End: CaseIterable {
    case quit, crash
  }

  struct Case: CustomTestStringConvertible {
    let policy: NavStore.LaunchPolicy
    let keepsWindows: Bool
    let end: End
    let isRestored: Bool

    /// Whether the window claims its scene with `NavWindow.reopened`. If `false`, the app creates
    /// the window with the scene `main`.
    var isClaimed = true

    var testDescription: String { "\(policy), keeps windows: \(keepsWindows), \(end)" }
  }

  nonisolated static let cases = [
    Case(policy: .followsSystem, keepsWindows: false, end: .quit, isRestored: false),
    Case(
      policy: .followsSystem, keepsWindows: false, end: .quit, isRestored: false, isClaimed: false),
    Case(policy: .followsSystem, keepsWindows: false, end: .crash, isRestored: true),
    Case(policy: .followsSystem, keepsWindows: true, end: .quit, isRestored: true),
    Case(policy: .restores, keepsWindows: false, end: .quit, isRestored: true),
  ]

  @Test("Windows are restored unless the app and the user want a fresh start", arguments: cases)
  func quit(_ example: Case) async throws {
    let folder = try TemporaryFolder()
    var configuration = NavStore.Configuration()
    configuration.launch = example.policy
    let store = try NavStore(url: folder.store, configuration: configuration)
    let system = FakeSystem(suspendsApps: false, keepsWindows: example.keepsWindows)
    let lifecycle = AppLifecycle(system: system)
    let window =
      example.isClaimed ? NavWindow.reopened(store: store) : NavWindow(scene: .main, store: store)
    let router = window.router(ShopRoute.self)
    router.push(.product(id: 7))
    lifecycle.follow(router.context)
    if example.end == .quit {
      system.say(.willTerminate)
    } else {
      try await window.flush()
    }

    let relaunched = try folder.relaunch()
    let first = NavWindow.reopened(store: relaunched)
    #expect(first.router(ShopRoute.self).path == (example.isRestored ? [.product(id: 7)] : []))
    let closed = try relaunched.closedScenes()
    #expect(closed == (example.isRestored ? [] : [window.scene]))
    for scene in closed {
      let again = NavWindow(scene: scene, store: relaunched)
      #expect(again.router(ShopRoute.self).path == [.product(id: 7)])
    }
  }

  @Test("A menu of closed windows lists the windows of its group, and is updated at each closing")
  func closedWindows() async throws {
    let folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    let (note, list) = (NavScene(group: "note"), NavScene(group: "window"))
    let windows = [note, list].map { NavWindow(scene: $0, store: store) }
    for window in windows { window.router(ShopRoute.self).push(.product(id: 1)) }
    try await store.flush()
    let changes = Counter()
    let claims = SceneClaims.shared
    func closed(_ group: String) -> [NavScene] {
      withObservationTracking {
        claims.closed(group: group, limit: 10, in: store)
      } onChange: {
        changes.increment()
      }
    }
    #expect(closed("window") == [])
    for window in windows { window.close() }
    #expect(changes.value == 1)
    #expect(closed("window") == [list])
    #expect(closed("note") == [note])
    #expect(claims.closed(group: "note", limit: 0, in: store) == [])
    let scene = try #require(closed("window").first)
    let before = changes.value
    #expect(NavWindow(scene: scene, store: store).router(ShopRoute.self).path == [.product(id: 1)])
    #expect(changes.value > before, "The window opened its scene again")
    #expect(closed("window") == [])
  }

  @Test("A menu of closed windows that can't be read is empty, and the error is logged")
  func unreadableMenu() async throws {
    let log = LogRecorder(of: "The closed windows can't be read")
    let folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    try await store.close()
    #expect(SceneClaims.shared.closed(group: "window", limit: 10, in: store) == [])
    #expect(!log.lines.isEmpty)
  }

  @Test("A window for a value has one scene for each value")
  func values() throws {
    struct Note: Codable { var id: Int }
    let seven = try #require(NavScene(group: "note", value: Note(id: 7)))
    #expect(NavScene(group: "note", value: Note(id: 7)) == seven)
    #expect(NavScene(group: "note", value: Note(id: 8)) != seven)
    #expect(NavScene(group: "list", value: Note(id: 7)) != seven)
    #expect(seven.id.hasPrefix("note"))
    #expect(NavScene(group: "note", value: Note?.none) == nil)
    #expect(NavScene(group: "note", value: Double.nan) == nil)
    let store = NavStore.inMemory()
    try store.save([ShopRoute.product(id: 7)], in: seven)
    #expect(
      NavWindow.reopened(group: "note", store: store).scene != seven,
      "The reopened window has no value")
    // The identifier must not contain the value, because the identifier is in the file as long as
    // the scene, even after an erasure.
    let secret = try #require(NavScene(group: "note", value: "secret"))
    #expect(!secret.id.contains("secret"))
  }
}
