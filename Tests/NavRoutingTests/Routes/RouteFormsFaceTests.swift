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
      NavTabs(.home, in: NavWindow(store: store), of: mixed)
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

  @Test("So do a split view's detail and a sheet")
  func others() async throws {
    func faces(
      _ store: NavStore
    ) -> (NavSplit<Int?, AnyNavRoute>, NavPresentation<String>) {
      (
        NavSplit(nil, in: NavWindow(store: store), of: mixed),
        NavPresentation("compose", in: NavWindow(store: store), of: texts, restores: true)
      )
    }
    let (split, sheet) = faces(store)
    split.select(7, path: anyRoutes(ShopRoute.cart, NumberRoute(number: 1)))
    sheet.present("5", path: ["6", "no number"])
    try await store.flush()
    let (later, laterSheet) = faces(try folder.relaunch())
    #expect(later.selection == 7)
    #expect(later.detail.path == anyRoutes(ShopRoute.cart, NumberRoute(number: 1)))
    #expect(laterSheet.item == "5")
    #expect(laterSheet.router.path == ["6"])
  }

  @Test("A path that somebody else owns is mirrored, whatever its routes")
  func mirrors() async throws {
    let window = NavWindow(store: store)
    let key = ShownStack(window, stack: "own")
    let mirror = PathMirror<String>()
    func router(_ window: NavWindow) -> NavRouter<String> {
      NavRouter(in: window, of: texts, stack: "own")
    }
    #expect(mirror.start(key, with: [], router: { router(window) }) == nil)
    mirror.record(["1", "2"], for: key)
    await mirror.flush()
    let again = PathMirror<String>()
    let store = try folder.relaunch()
    let relaunched = NavWindow(store: store)
    let newKey = ShownStack(relaunched, stack: "own")
    #expect(again.start(newKey, with: [], router: { router(relaunched) }) == ["1", "2"])
  }

  @Test("What mapped routes remove and rewrite, faces that show the stored type follow")
  func storedTypeShown() async throws {
    let tabs = NavTabs<NumberRoute, NumberRoute>(1, in: NavWindow(store: store))
    tabs.selection = 7
    let split = NavSplit<NumberRoute?, NumberRoute>(nil, in: NavWindow(store: store))
    split.selection = 7
    try await store.flush()
    try await store.history(of: texts, account: nil).rewrite("7", to: "8")
    #expect(tabs.selection == 8)
    #expect(split.selection == 8)
    try await store.history(of: mixed, account: nil).rewrite {
      $0.as(NumberRoute.self) == 8 ? AnyNavRoute(NumberRoute(number: 9)) : $0
    }
    #expect(split.selection == 9)
    try await store.history(of: texts, account: nil).remove { $0 == "9" }
    #expect(tabs.selection == 1)
    #expect(split.selection == nil)
  }

  @Test("Links push routes of any form")
  func links() async throws {
    let links = NavDeepLinks<String>(schemes: ["shop"]) {
      NavLinkPattern("number/{text}") { (text: String) in text }
    }
    let window = NavWindow(store: store)
    let router = NavRouter(in: window, of: texts)
    window.receive(links, in: router)
    #expect(window.open(try #require(URL(string: "shop://number/7"))) == .opened)
    #expect(router.path == ["7"])
  }
}
