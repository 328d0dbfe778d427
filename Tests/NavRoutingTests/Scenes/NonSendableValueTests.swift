import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// The types of tabs and selections need not be `Sendable`, because their values are used only on
/// the main actor. If an app makes the main actor its default isolation, most of its types are not
/// `Sendable` in generic code.
@MainActor
@Suite struct NonSendableValueTests {
  /// A type that is not `Sendable`, because it contains a mutable object.
  struct Place: Codable, Hashable {
    final class Name: Codable {
      var text: String
      init(_ text: String) { self.text = text }
    }

    let name: Name

    init(_ name: String) { self.name = Name(name) }

    static func == (a: Place, b: Place) -> Bool { a.name.text == b.name.text }
    func hash(into hasher: inout Hasher) { hasher.combine(name.text) }
  }

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  @Test("A tab of a non-Sendable type is restored")
  func tabs() async throws {
    func make(_ store: NavStore) -> NavTabs<Place, NumberRoute> {
      NavTabs(Place("home"), in: NavWindow(scene: .main, store: store))
    }
    let tabs = make(store)
    tabs.select(Place("cart"))
    tabs[Place("cart")].push(7)
    try await store.flush()
    let relaunched = make(try folder.relaunch())
    #expect(relaunched.selection == Place("cart"))
    #expect(relaunched.selectedRouter.path == [7])
  }

  @Test("A selection of a non-Sendable type is restored with its stack")
  func split() async throws {
    func make(_ store: NavStore) -> NavSplit<Place, NumberRoute> {
      NavSplit(Place("inbox"), in: NavWindow(scene: .main, store: store), keepsDetails: true)
    }
    let split = make(store)
    split.selection = Place("sent")
    split.detail.push(7)
    try await store.flush()
    let relaunched = make(try folder.relaunch())
    #expect(relaunched.selection == Place("sent"))
    #expect(relaunched.detail.path == [7])
  }

  @Test("A selection of a non-Sendable type is imported from legacy state")
  func adoption() async throws {
    func make(_ store: NavStore) -> NavSplit<Place, NumberRoute> {
      NavWindow(scene: .main, store: store).split(
        startingAt: Place("inbox"), migratingSelection: .custom { [Place("old")] })
    }
    #expect(make(store).selection == Place("old"))
    try await store.flush()
    #expect(make(try folder.relaunch()).selection == Place("old"))
  }

  @Test("A value of a screen with a non-Sendable type is saved")
  func screenValue() {
    let value = ScreenValue("place", first: Place("top"))
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: store))
    router.push(7)
    value.screen = NavScreen(stack: router, spot: nil)
    value.current = Place("middle")
    let other = ScreenValue("place", first: Place("top"))
    other.screen = NavScreen(stack: router, spot: nil)
    #expect(other.current == Place("middle"))
  }
}
