import Foundation
import NavStoreTesting
import Observation
import Testing

@testable import NavRouting

extension SceneLinksTests {
  enum Tab: String, Codable { case home, cart }
  enum OtherTab: String, Codable { case cart }

  private var tabLinks: NavDeepLinks<LinkedRoute> {
    NavDeepLinks(schemes: ["app"]) {
      NavLinkPattern("cart", .cart).in(Tab.cart)
      NavLinkPattern("other", .cart).in(OtherTab.cart)
      NavLinkPattern("category/{name}", LinkedRoute.category)
    }
  }

  @Test("A link opens in the tab that its pattern names, and otherwise in the selected one")
  func tabs() throws {
    let window = window()
    let tabs = NavTabs<Tab, LinkedRoute>(.home, in: window)
    window.receive(tabLinks, in: tabs)
    tabs[.home].push(.home)
    #expect(window.open(try url("app://cart")) == .opened)
    #expect(tabs.selection == .cart)
    #expect(tabs[.cart].path == [.cart])
    #expect(tabs[.home].path == [.home])
    #expect(window.open(try url("app://category/a")) == .opened)
    #expect(tabs[.cart].path == [.cart, .category("a")])
  }

  @Test("A link, also one to the root screen, shows the detail of a narrow split view")
  func narrowSplitView() throws {
    let window = window()
    let split = window.split(startingAt: "inbox", of: LinkedRoute.self)
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("home")
      NavLinkPattern("cart", .cart)
      NavLinkPattern("nowhere", .cart).rule(.ignore)
    }
    window.receive(links, in: split.detail)
    let rows: [(String, NavColumn)] = [
      ("app://nowhere", .sidebar), ("app://home", .detail), ("app://cart", .detail),
    ]
    for (link, column) in rows {
      split.compactColumn = .sidebar
      window.open(try url(link))
      #expect(split.compactColumn == column, "\(link)")
    }
  }

  @Test("A link to a tab of another type is refused, and logged once")
  func tabOfAnotherType() throws {
    let window = window()
    let tabs = NavTabs<Tab, LinkedRoute>(.home, in: window)
    window.receive(tabLinks, in: tabs)
    let log = LogRecorder(of: "a tab of the type OtherTab")
    for _ in 0..<2 { #expect(window.open(try url("app://other")) == .refused(.unsupported)) }
    #expect(log.lines.count == 1)
    #expect(tabs.selection == .home)
    #expect(tabs[.cart].path == [] && tabs[.home].path == [])
  }

  @Test("The latest receiver gets the links, and a stack opens links to a tab itself")
  func latest() throws {
    let window = window()
    let tabs = NavTabs<Tab, LinkedRoute>(.home, in: window)
    window.receive(tabLinks, in: tabs)
    let detail = window.router(LinkedRoute.self, stack: "detail")
    window.receive(tabLinks, in: detail)
    #expect(window.open(try url("app://cart")) == .opened)
    #expect(detail.path == [.cart])
    #expect(tabs.selection == .home)
    window.receive(tabLinks, in: tabs)
    #expect(window.open(try url("app://category/a")) == .opened)
    #expect(tabs[.home].path == [.category("a")])
  }

  @Test("A link that opens in the stack of a tab selects the tab")
  func stackOfTab() throws {
    let window = window()
    let tabs = NavTabs<Tab, LinkedRoute>(.home, in: window)
    window.receive(tabLinks, in: tabs[.cart])
    #expect(window.open(try url("app://category/a")) == .opened)
    #expect(tabs[.cart].path == [.category("a")])
    #expect(tabs.selection == .cart)
  }

  @Test("A pattern can name a stack whose name begins like a name of the library")
  func stackWithPrefix() throws {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("cart", .cart).in(stack: "tab:side")
    }
    let window = window()
    let side = window.router(LinkedRoute.self, stack: "tab:side")
    window.receive(links, in: side)
    #expect(window.open(try url("app://cart")) == .opened)
    #expect(side.path == [.cart])
  }

  @Test("A stack that a pattern names receives only links that name it")
  func namedStack() throws {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("cart", .cart).in(stack: "side")
      NavLinkPattern("category/{name}", LinkedRoute.category)
    }
    let window = window()
    let (main, side) = (
      window.router(LinkedRoute.self), window.router(LinkedRoute.self, stack: "side")
    )
    window.receive(links, in: main)
    #expect(
      window.open(try url("app://cart")) == .pending, "The link does not open in another stack")
    window.receive(links, in: side)
    #expect(side.path == [.cart])
    #expect(window.open(try url("app://category/a")) == .opened)
    #expect(main.path == [.category("a")])
    #expect(side.path == [.cart])
  }

  @Test("Links of two element types each open in their own stack")
  func twoTypes() throws {
    let window = window()
    let numbers = NavDeepLinks<NumberRoute>(schemes: ["app"]) {
      NavLinkPattern("number/{id}", NumberRoute.init(number:))
    }
    let (shop, number) = (
      window.router(LinkedRoute.self), window.router(NumberRoute.self, stack: "numbers")
    )
    let (shopOutcomes, numberOutcomes) = (Outcomes(), Outcomes())
    window.receive(.shop(), in: shop, onOutcome: shopOutcomes.add)
    window.receive(numbers, in: number, onOutcome: numberOutcomes.add)
    #expect(window.open(try url("app://number/7")) == .opened)
    #expect(window.open(try url("app://cart")) == .opened)
    #expect(window.open(try url("app://product?id=x")) == .refused(.invalidValue("id")))
    #expect(window.open(try url("app://nowhere")) == .refused(.unsupported))
    #expect(number.path == [7] && shop.path == [.cart])
    #expect(numberOutcomes.all == [.opened, .refused(.unsupported)])
    #expect(
      shopOutcomes.all == [.opened, .refused(.invalidValue("id")), .refused(.unsupported)])
  }

  @Test("A link that arrives while another one opens is opened once")
  func reentrant() throws {
    let window = window()
    let tabs = NavTabs<Tab, LinkedRoute>(.home, in: window)
    let nested = try url("app://category/a")
    withObservationTracking {
      _ = tabs.selection
    } onChange: {
      MainActor.assumeIsolated { _ = window.open(nested) }
    }
    window.open(try url("app://cart"))
    window.receive(tabLinks, in: tabs)
    // The observer opens the nested link before the first link changes the selection, so tab `home`
    // gets the nested link's path.
    #expect(tabs[.home].path == [.category("a")])
    #expect(tabs[.cart].path == [.cart])
    #expect(window.pendingLinks == [])
  }
}
