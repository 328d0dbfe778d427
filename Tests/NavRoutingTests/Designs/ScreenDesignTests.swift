import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// The second reference design: screens as an enum, several pushes in one tap, and a destination
/// for each type of value.
@MainActor
@Suite("Screens as an enum") struct ScreenDesignTests {
  enum Screen: NavRoute {
    case home, settings, profile
  }

  struct Article: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "ScreenDesign.Article")
    let id: Int
  }

  struct Author: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "ScreenDesign.Author")
    let name: String
  }

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  private func router(_ store: NavStore) -> NavRouter<Screen> {
    NavRouter(in: NavWindow(scene: "main", store: store))
  }

  /// The ways in which a button's action can push two screens.
  enum Tap: CaseIterable {
    case pushes, pushOfBoth, path
  }

  @Test(
    "Two screens pushed by one tap are one Back entry, and popping both shows the root screen",
    arguments: Tap.allCases, Ending.allCases)
  func twoAtOnce(_ tap: Tap, _ ending: Ending) async throws {
    let router = router(store)
    switch tap {
    case .pushes:
      router.push(.home)
      router.push(.settings)
    case .pushOfBoth: router.push(contentsOf: [.home, .settings])
    case .path:
      router.path.append(.home)
      router.path.append(.settings)
    }
    #expect(router.path == [.home, .settings])
    try await router.flush()
    #expect(
      try await store.seen(Screen.self) == [.settings], "The covered home screen is not a visit")
    #expect(
      router.session.backForward.entries.map(\.route) == [nil, .settings], "One tap adds one entry")

    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.router(reopened)
    #expect(again.path == [.home, .settings])
    if tap == .path { again.path.removeLast(2) } else { #expect(again.pop(2) == 2) }
    #expect(again.path.isEmpty)
    #expect(again.canGoForward, "Forward leads to the popped screens")
    try await again.flush()
    #expect(try await reopened.seen(Screen.self) == [.settings])

    let last = self.router(try await folder.relaunch(after: ending, of: reopened))
    #expect(last.path.isEmpty)
    #expect(last.forward())
    #expect(last.path == [.home, .settings])
  }

  @Test("Each type of value has one destination, also after a relaunch", arguments: Ending.allCases)
  func destinations(_ ending: Ending) async throws {
    typealias Element = AnyScreen<ThreeTypes<Screen, Article, Author>>
    /// For each route type, the text of the destination that its `navigationDestination(for:)`
    /// would show.
    let destinations: [@Sendable (Element) -> String?] = [
      { $0.as(Screen.self).map { "screen \($0)" } },
      { $0.as(Article.self).map { "article \($0.id)" } },
      { $0.as(Author.self).map { "author \($0.name)" } },
    ]
    let router = NavRouter<Element>(in: NavWindow(scene: "main", store: self.store))
    router.push(Screen.home)
    router.push(Article(id: 1))
    router.push(Author(name: "Ada"))
    router.push(Article(id: 2))
    let expected = ["screen home", "article 1", "author Ada", "article 2"]
    func shown(_ router: NavRouter<Element>) -> [[String]] {
      router.path.map { element in destinations.compactMap { $0(element) } }
    }
    #expect(shown(router) == expected.map { [$0] })
    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = NavRouter<Element>(in: NavWindow(scene: "main", store: reopened))
    #expect(shown(again) == expected.map { [$0] })
    #expect(again.restoration.failures.isEmpty)
    again.path.removeLast(2)
    try await again.flush()
    #expect(try folder.relaunch().restore(Element.self, in: "main").path.count == 2)
  }

  @Test("A back swipe that ends after a push wins, and a canceled one changes nothing")
  func backSwipe() async throws {
    let router = router(store)
    router.push(contentsOf: [.home, .settings])
    try await router.flush()
    let swiped = Array(router.path.dropLast())
    // A timer pushes a screen during the swipe, before the swipe writes its path.
    router.push(.profile)
    router.path = swiped
    #expect(router.path == [.home])
    try await router.flush()
    #expect(router.session.backForward.entries.map(\.route) == [nil, .home, .settings])
    #expect(try folder.relaunch().restore(Screen.self, in: "main").path == [.home])

    router.push(.profile)
    router.path = router.path
    try await router.flush()
    #expect(try folder.relaunch().restore(Screen.self, in: "main").path == [.home, .profile])
    #expect(try await store.seen(Screen.self).contains(.home), "The swipe showed the home screen")
  }
}
