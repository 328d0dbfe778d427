import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Faces on stacks of mixed and mapped routes.
@MainActor
@Suite struct RouteFormsFaceTests {
  private enum Tab: String, Codable { case home, search, mapped }

  private let folder: TemporaryFolder
  private let store: NavStore
  private let mixed = NavRoutes.mixed(ShopRoute.self, NumberRoute.self)

  /// Numbers as texts; the empty one is never stored.
  private let texts = NavRoutes<String>.stored(as: NumberRoute.self) { text in
    Int(text).map { NumberRoute(number: $0) }
  } from: { stored in
    "\(stored.number)"
  }

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  @Test("Tabs hold mixed stacks, and a tab one of mapped routes")
  func tabs() async throws {
    func tabs(_ store: NavStore) -> NavTabs<Tab, AnyNavRoute> {
      NavTabs(.home, of: mixed, store: store)
    }
    let first = tabs(store)
    first[.home].push(ShopRoute.cart)
    first[.home].push(NumberRoute(number: 1))
    first[.search].push(NumberRoute(number: 2))
    first.router(for: .mapped, as: texts).push("3")
    first.select(.search)
    try await store.flush()
    let again = tabs(try folder.relaunch())
    #expect(again.selection == .search)
    #expect(again[.home].path == anyRoutes(ShopRoute.cart, NumberRoute(number: 1)))
    #expect(again.selectedRouter.path == anyRoutes(NumberRoute(number: 2)))
    #expect(again.router(for: .mapped, as: texts).path == ["3"])
  }

  @Test("So do a split view's detail, a sheet and a flow")
  func others() async throws {
    func faces(
      _ store: NavStore
    ) -> (NavSplit<Int?, AnyNavRoute>, NavPresentation<String>, NavFlow<Tab>) {
      (
        NavSplit(nil, of: mixed, store: store),
        NavPresentation("compose", of: texts, restores: true, store: store),
        NavFlow(.home, signedOut: .home, signedIn: .search, account: "ada", store: store)
      )
    }
    let (split, sheet, flow) = faces(store)
    split.select(7, path: anyRoutes(ShopRoute.cart, NumberRoute(number: 1)))
    sheet.present("5", path: ["6", "no number"])
    flow.router(for: .search, as: mixed).push(ShopRoute.cart)
    flow.router(for: .home, as: texts).push("8")
    try await store.flush()
    let (later, laterSheet, laterFlow) = faces(try folder.relaunch())
    #expect(later.selection == 7)
    #expect(later.detail.path == anyRoutes(ShopRoute.cart, NumberRoute(number: 1)))
    #expect(laterSheet.item == "5")
    #expect(laterSheet.router.path == ["6"])
    #expect(laterFlow.router(for: .search, as: mixed).path == anyRoutes(ShopRoute.cart))
    #expect(laterFlow.router(for: .home, as: texts).path == ["8"])
  }

  @Test("A path that somebody else owns is mirrored, whatever its routes")
  func mirrors() async throws {
    let key = PathMirror<String>.Key(scene: "main", stack: "own", account: "")
    let mirror = PathMirror<String>()
    func router(_ store: NavStore) -> NavRouter<String> {
      NavRouter(of: texts, store: store, scene: key.scene, stack: key.stack)
    }
    #expect(mirror.start(key, with: [], router: { _ in router(store) }) == nil)
    mirror.record(["1", "2"], for: key)
    await mirror.flush()
    let again = PathMirror<String>()
    let relaunched = try folder.relaunch()
    #expect(again.start(key, with: [], router: { _ in router(relaunched) }) == ["1", "2"])
  }

  @Test("What mapped routes remove and rewrite, faces that show the stored type follow")
  func storedTypeShown() async throws {
    let tabs = NavTabs<NumberRoute, NumberRoute>(1, store: store)
    tabs.selection = 7
    let split = NavSplit<NumberRoute?, NumberRoute>(nil, store: store)
    split.selection = 7
    try await store.flush()
    try await store.history(of: texts).rewrite("7", to: "8")
    #expect(tabs.selection == 8)
    #expect(split.selection == 8)
    try await store.history(of: mixed).rewrite {
      $0.as(NumberRoute.self) == 8 ? AnyNavRoute(NumberRoute(number: 9)) : $0
    }
    #expect(split.selection == 9)
    try await store.history(of: texts).remove { $0 == "9" }
    #expect(tabs.selection == 1)
    #expect(split.selection == nil)
  }

  @Test("Links push routes of any form")
  func links() async throws {
    let links = NavDeepLinks<String>(schemes: ["shop"]) {
      NavLinkPattern("number/{text}") { (text: String) in text }
    }
    let router = NavRouter(of: texts, store: store)
    links.attach(to: router)
    let url = try #require(URL(string: "shop://number/7"))
    #expect(links.open(url) == .opened(["7"]))
    #expect(router.path == ["7"])
  }
}
