import NavStore
import Testing

@testable import NavRouting

@MainActor
@Suite("Windows that are put together so that they cannot work", .serialized)
struct WindowFaultsTests {
  private let window = NavWindow(store: .inMemory())

  @Test("A stack that two views show is noted once, one that moved to another view is not")
  func twice() {
    let log = LogRecorder(of: "Two views show the same stack")
    var faults = WindowFaults()
    let stack = ShownStack(window, stack: "feed")
    // A view comes before the one that it replaces goes.
    faults.appeared(stack)
    faults.appeared(stack)
    faults.disappeared(stack)
    faults.appeared(ShownStack(window, stack: "other"))
    faults.appeared(ShownStack(NavWindow(store: .inMemory(), scene: "two"), stack: "feed"))
    faults.check(at: stack)
    #expect(log.lines.isEmpty)
    faults.appeared(stack)
    faults.check(at: stack)
    faults.check(at: stack)
    #expect(log.lines.count == 1)
    faults.disappeared(stack)
    faults.disappeared(stack)
    faults.disappeared(stack)
  }

  @Test(
    "A view that goes by the main window beside a stack view with its own is noted once",
    arguments: [true, false])
  func besideMain(isMainFirst: Bool) {
    let log = LogRecorder(of: "goes by NavWindow.main")
    var faults = WindowFaults()
    if isMainFirst { faults.usedMain() } else { faults.madeWindow() }
    #expect(log.lines.isEmpty)
    if isMainFirst { faults.madeWindow() } else { faults.usedMain() }
    faults.usedMain()
    #expect(log.lines.count == 1)
  }
}
