import NavStore
import Testing

@testable import NavRouting

@MainActor
@Suite("Mistakes in how windows are composed", .serialized)
struct WindowFaultsTests {
  private let window = NavWindow(scene: .main, store: .inMemory())

  @Test("A stack shown by two views is logged once, and a stack that moved to another view is not")
  func twice() {
    let log = LogRecorder(of: "Two views show the same stack")
    var faults = WindowFaults()
    let other = window.router(NumberRoute.self, stack: "other")
    let elsewhere = NavWindow(scene: "two", store: .inMemory())
      .router(NumberRoute.self, stack: "feed")
    let router = window.router(NumberRoute.self, stack: "feed")
    // Counts the stack twice, because SwiftUI shows a new view before it removes the view that is
    // replaced.
    router.views += 2
    router.views -= 1
    other.views += 1
    elsewhere.views += 1
    faults.check(router)
    #expect(log.lines.isEmpty)
    router.views += 1
    faults.check(router)
    faults.check(router)
    #expect(log.lines.count == 1)
  }

  @Test("A view without a window is logged once, and works in memory")
  func withoutWindow() {
    let log = LogRecorder(of: "outside of a NavStackView")
    var faults = WindowFaults()
    faults.lackedWindow()
    faults.lackedWindow()
    #expect(log.lines.count == 1)
    let router = NavWindow.detached.router(NumberRoute.self, stack: "no window")
    router.push(1)
    #expect(router.path == [1])
    #expect(NavWindow.detached.store.openReport.url == nil)
  }

  @Test("A window returns the same object for a name, and each kind of object has its own names")
  func names() {
    #expect(window.router(NumberRoute.self) === window.router(NumberRoute.self))
    #expect(window.router(NumberRoute.self) !== window.router(NumberRoute.self, stack: "other"))
    let tabs = window.tabs(startingAt: 0, of: NumberRoute.self)
    #expect(tabs === window.tabs(startingAt: 1, of: NumberRoute.self))
    let sheet = window.presentation("compose", of: NumberRoute.self)
    sheet.present(1, path: [2])
    window.router(NumberRoute.self, stack: "sheet:compose").push(3)
    #expect(sheet.router.path == [2], "A stack with that name is another stack")
    window.router(NumberRoute.self, stack: "tab:tabs.0").push(4)
    #expect(tabs[0].path.isEmpty)
  }

  @Test("Another type under the same name works in memory, and is logged")
  func anotherType() async throws {
    let log = LogRecorder(of: "of a window is also used as")
    WindowFaults.shared = WindowFaults()
    let numbers = window.router(NumberRoute.self, stack: "mixed up")
    numbers.push(1)
    let shop = window.router(ShopRoute.self, stack: "mixed up")
    shop.push(.cart)
    #expect(shop.path == [.cart])
    #expect(shop === window.router(ShopRoute.self, stack: "mixed up"))
    try await window.flush()
    #expect(try window.store.restore(NumberRoute.self, in: "main", stack: "mixed up").path == [1])
    #expect(log.lines.count == 1)
  }

  @Test("Of two policies for one stack, the first applies and the second is logged")
  func policies() {
    let log = LogRecorder(of: "is asked for with two policies")
    WindowFaults.shared = WindowFaults()
    _ = window.router(NumberRoute.self, stack: "old", expiresAfter: .days(1))
    _ = window.router(NumberRoute.self, stack: "old")
    _ = window.router(NumberRoute.self, stack: "old", expiresAfter: .hours(24))
    #expect(log.lines.isEmpty)
    _ = window.router(NumberRoute.self, stack: "old", expiresAfter: .days(2))
    #expect(log.lines.count == 1)
  }
}
