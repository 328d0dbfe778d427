import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Routers, tabs and other objects on stacks of mixed routes and of routes with a storage type.
@MainActor
@Suite struct RouteFormsRouterTests {
  private typealias Screen = AnyScreen<TwoTypes<ShopRoute, NumberRoute>>
  private enum Tab: String, Codable { case home, search, mapped }

  private let folder: TemporaryFolder
  private let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  @Test("Tabs hold mixed stacks")
  func tabs() async throws {
    func tabs(_ store: NavStore) -> NavTabs<Tab, Screen> {
      NavTabs(.home, in: NavWindow(scene: .main, store: store))
    }
    let first = tabs(store)
    first[.home].push(ShopRoute.cart)
    first[.home].push(NumberRoute(number: 1))
    first[.search].push(NumberRoute(number: 2))
    first.select(.search)
    try await store.flush()
    let again = tabs(try folder.relaunch())
    #expect(again.selection == .search)
    #expect(again[.home].path == anyRoutes(ShopRoute.cart, NumberRoute(number: 1)))
    #expect(again.selectedRouter.path == anyRoutes(NumberRoute(number: 2)))
  }

  @Test("Split views and sheets hold stacks of any coding")
  func others() async throws {
    func objects(
      _ store: NavStore
    ) -> (NavSplit<Int?, Screen>, NavPresentation<NumberText>) {
      (
        NavSplit(nil, in: NavWindow(scene: .main, store: store)),
        NavPresentation("compose", in: NavWindow(scene: .main, store: store), restores: true)
      )
    }
    let (split, sheet) = objects(store)
    split.select(7, path: anyRoutes(ShopRoute.cart, NumberRoute(number: 1)))
    sheet.present("5", path: ["6", "no number"])
    try await store.flush()
    let (later, laterSheet) = objects(try folder.relaunch())
    #expect(later.selection == 7)
    #expect(later.detail.path == anyRoutes(ShopRoute.cart, NumberRoute(number: 1)))
    #expect(laterSheet.item == "5")
    #expect(laterSheet.router.path == ["6"])
  }

  @Test("A path that the app owns is mirrored, for elements of any coding")
  func mirrors() async throws {
    let window = NavWindow(scene: .main, store: store)
    let mirror = PathMirror<NumberText>()
    let router = window.router(NumberText.self, stack: "own")
    #expect(mirror.start(router, with: []) == nil)
    mirror.record(["1", "2"], in: router)
    try await window.flush()
    let again = PathMirror<NumberText>()
    let store = try folder.relaunch()
    let relaunched = NavWindow(scene: .main, store: store)
    let newRouter = relaunched.router(NumberText.self, stack: "own")
    #expect(again.start(newRouter, with: []) == ["1", "2"])
  }

  @Test("Selections follow removals and rewrites by elements that are stored as their type")
  func storedTypeShown() async throws {
    let tabs = NavTabs<NumberRoute, NumberRoute>(1, in: NavWindow(scene: .main, store: store))
    tabs.selection = 7
    let split = NavSplit<NumberRoute?, NumberRoute>(nil, in: NavWindow(scene: .main, store: store))
    split.selection = 7
    try await store.flush()
    try await store.history(of: NumberText.self, account: nil).replaceRoutes {
      $0 == "7" ? "8" : nil
    }
    #expect(tabs.selection == 8)
    #expect(split.selection == 8)
    try await store.history(of: Screen.self, account: nil).replaceRoutes {
      $0.as(NumberRoute.self) == 8 ? Screen(NumberRoute(number: 9)) : $0
    }
    #expect(split.selection == 9)
    try await store.history(of: NumberText.self, account: nil).removeRoutes { $0 == "9" }
    #expect(tabs.selection == 1)
    #expect(split.selection == nil)
  }

  @Test("Links push elements of any coding")
  func links() async throws {
    let links = NavDeepLinks<NumberText>(schemes: ["shop"]) {
      NavLinkPattern("number/{text}") { (text: String) in NumberText(text) }
    }
    let window = NavWindow(scene: .main, store: store)
    let router = window.router(NumberText.self)
    window.receive(links, in: router)
    #expect(window.open(try #require(URL(string: "shop://number/7"))) == .opened)
    #expect(router.path == ["7"])
  }
}

/// An element that is a text, and is stored as a number if the text is one. Other texts are never
/// stored.
private struct NumberText: NavElement, ExpressibleByStringLiteral {
  let text: String

  static let coding = NavCoding<NumberText>.stored(as: NumberRoute.self) { element in
    Int(element.text).map { NumberRoute(number: $0) }
  } from: { stored in
    NumberText("\(stored.number)")
  }

  init(_ text: String) {
    self.text = text
  }

  init(stringLiteral text: String) {
    self.text = text
  }
}
