import NavRouting
import NavStoreTesting
import Testing

@MainActor
@Suite("Expiry of saved stacks") struct StartTests {
  enum Tab: String, Codable, CaseIterable { case shop, cart }

  /// The objects of one window: a stack, tabs, a split view and a sheet.
  private struct Forms {
    let router: NavRouter<ShopRoute>
    let tabs: NavTabs<Tab, ShopRoute>
    let split: NavSplit<String, ShopRoute>
    let sheet: NavPresentation<ShopRoute>

    @MainActor init(_ store: NavStore, expiresAfter age: NavAge?) {
      let window = NavWindow(scene: .main, store: store)
      router = window.router(ShopRoute.self, expiresAfter: age)
      tabs = window.tabs(Tab.self, of: ShopRoute.self, expiresAfter: age)
      split = window.split(startingAt: "inbox", of: ShopRoute.self, expiresAfter: age)
      sheet = window.presentation("sheet", of: ShopRoute.self, expiresAfter: age)
    }

    @MainActor func fill() {
      router.push(.cart)
      tabs.selection = .cart
      tabs[.cart].push(.product(id: 1))
      split.select("sent", path: [.product(id: 2)])
      sheet.item = .category("shoes")
      sheet.router.push(.product(id: 3))
    }

    /// The names of the objects that don't start at their root screens or initial values.
    @MainActor var elsewhere: [String] {
      let starts = [
        ("stack", router.path.isEmpty), ("tab", tabs[.shop].path.isEmpty),
        ("other tab", tabs[.cart].path.isEmpty), ("detail", split.detail.path.isEmpty),
        ("selection", split.selection == "inbox"), ("sheet", sheet.item == nil),
      ]
      return starts.filter { !$0.1 }.map(\.0)
    }

    @MainActor var isFilled: Bool {
      router.path == [.cart] && tabs.selection == .cart && tabs[.cart].path == [.product(id: 1)]
        && split.selection == "sent" && split.detail.path == [.product(id: 2)]
        && sheet.item == .category("shoes") && sheet.router.path == [.product(id: 3)]
    }
  }

  @Test("With an age of zero, stacks start at their roots, also if the clock was set back")
  func atRoot() async throws {
    for step in [Duration.zero, .seconds(1), .seconds(-86_400)] {
      let clock = ManualClock()
      let temporary = try TemporaryStore(clock: clock)
      Forms(temporary.store, expiresAfter: nil).fill()
      try await temporary.store.flush()
      clock.advance(by: step)
      let forms = Forms(try await temporary.relaunch(), expiresAfter: .seconds(0))
      #expect(forms.elsewhere == [])
      #expect(forms.router.restoration.skippedReason == .expired)
      #expect(forms.router.forward() && forms.router.path == [.cart])
    }
  }

  @Test("Stacks, tabs, split views and sheets are restored until they expire")
  func atAge() async throws {
    let clock = ManualClock()
    let temporary = try TemporaryStore(clock: clock)
    Forms(temporary.store, expiresAfter: .days(1)).fill()
    try await temporary.store.flush()
    clock.advance(by: .seconds(86_400))
    #expect(Forms(try await temporary.relaunch(), expiresAfter: .days(1)).isFilled)
    clock.advance(by: .seconds(1))
    #expect(
      Forms(try await temporary.relaunch(afterCrash: true), expiresAfter: .days(1)).elsewhere == [])
  }
}
