import Dispatch
import NavStore
import Testing

@testable import NavRouting

@MainActor
@Suite("A navigation controller and its router") struct StackLinkTests {
  let controller = Controller()
  let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: .inMemory()))

  private func link() -> StackLink<NumberRoute, Controller> {
    StackLink(controller, router: router) { Screen($0.number) }
  }

  /// Waits until the work on the main queue is done, including further work that this work adds.
  private func turns() async {
    for _ in 0..<4 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  @Test("The controller shows the router's path, and keeps the objects of unchanged screens")
  func follows() async {
    router.push(contentsOf: [1, 2])
    let link = link()
    #expect(controller.shown == [0, 1, 2])
    let first = controller.screens[1]
    router.pop()
    router.push(contentsOf: [3, 4])
    await turns()
    #expect(controller.shown == [0, 1, 3, 4])
    #expect(controller.screens[1] === first)
    #expect(controller.applications == 2, "Applied once per turn")
    withExtendedLifetime(link) {}
  }

  @Test("The back button pops the router's path")
  func back() async {
    let link = link()
    router.push(contentsOf: [1, 2])
    await turns()
    controller.screens.removeLast()
    link.didShow()
    #expect(router.path == [1])
    await turns()
    #expect(controller.shown == [0, 1])
  }

  @Test("A push right after a dismissal is shown when the dismissal has ended")
  func dismissThenPush() async {
    let link = link()
    controller.begin()
    router.push(1)
    await turns()
    #expect(controller.shown == [0], "A stack is not changed during a transition")
    controller.end()
    await turns()
    #expect(controller.shown == [0, 1])
    #expect(controller.isAnimated)
    withExtendedLifetime(link) {}
  }

  @Test("Several changes during a transition are applied once, animated like the last change")
  func several() async {
    let link = link()
    controller.begin()
    router.push(1)
    await turns()
    router.push(2)
    await turns()
    router.popToRoot(thenPush: [3], animated: false)
    await turns()
    let before = controller.applications
    controller.end()
    await turns()
    #expect(controller.shown == [0, 3])
    #expect(controller.applications == before + 1)
    #expect(!controller.isAnimated)
    withExtendedLifetime(link) {}
  }

  @Test("A change that is reverted during a transition is not applied")
  func takenBack() async {
    let link = link()
    controller.begin()
    router.push(1)
    await turns()
    router.pop()
    controller.end()
    await turns()
    #expect(controller.shown == [0])
    #expect(controller.applications == 0)
    withExtendedLifetime(link) {}
  }

  @Test("A transition that begins as another one ends also delays changes")
  func oneAfterTheOther() async {
    let link = link()
    controller.begin()
    router.push(1)
    await turns()
    controller.end()
    controller.begin()
    await turns()
    #expect(controller.shown == [0])
    router.push(2)
    await turns()
    controller.end()
    await turns()
    #expect(controller.shown == [0, 1, 2])
    withExtendedLifetime(link) {}
  }

  @Test("A transition that is still set after its end does not delay changes")
  func lingering() async {
    let link = link()
    controller.begin()
    router.push(1)
    await turns()
    controller.end(lingering: true)
    await turns()
    #expect(controller.shown == [0, 1])
    withExtendedLifetime(link) {}
  }

  @Test("A transition that does not report its end does not delay changes")
  func silent() async {
    let link = link()
    controller.begin(silently: true)
    router.push(1)
    await turns()
    #expect(controller.shown == [0, 1])
    withExtendedLifetime(link) {}
  }

  @Test("A screen shown by the controller during a transition does not undo the router's change")
  func didShowMeanwhile() async {
    let link = link()
    router.push(contentsOf: [1, 2])
    await turns()
    controller.begin()
    router.push(3)
    await turns()
    // The user's back swipe has removed the top screen, but the router was changed during the
    // swipe.
    controller.screens.removeLast()
    controller.end()
    link.didShow()
    await turns()
    #expect(router.path == [1, 2, 3])
    #expect(controller.shown == [0, 1, 2, 3])
    controller.screens.removeLast()
    link.didShow()
    #expect(router.path == [1, 2], "A later pop by the controller is applied")
  }

  @Test("A view controller without a known route is shown, and does not change the path")
  func unknown() async {
    let link = link()
    router.push(1)
    await turns()
    controller.screens.append(Screen(9))
    link.didShow()
    #expect(router.path == [1])
    #expect(controller.shown == [0, 1, 9])
  }
}

extension StackLinkTests {
  final class Screen {
    let number: Int

    init(_ number: Int) {
      self.number = number
    }
  }

  /// An object in place of a `UINavigationController`. Its transition is one of its own, or that of
  /// a presentation around it.
  @MainActor
  final class Controller: ScreenContainer {
    var screens = [Screen(0)]
    private(set) var transition: AnyObject?
    private(set) var applications = 0
    private(set) var isAnimated = false
    private var completions: [@MainActor () -> Void] = []
    private var isSilent = false

    var shown: [Int] { screens.map(\.number) }

    func show(_ screens: [Screen], animated: Bool) {
      #expect(completions.isEmpty, "The stack is changed during a transition")
      self.screens = screens
      applications += 1
      isAnimated = animated
    }

    func whenTransitionEnds(_ body: @escaping @MainActor () -> Void) -> Bool {
      guard !isSilent else { return false }
      completions.append(body)
      return true
    }

    func begin(silently isSilent: Bool = false) {
      transition = Screen(-1)
      self.isSilent = isSilent
    }

    /// Ends the transition. If `lingering` is `true`, the transition is still set while its
    /// completions are called, as in UIKit.
    func end(lingering: Bool = false) {
      let waiting = completions
      completions = []
      for body in waiting { body() }
      if !lingering { transition = nil }
    }
  }
}
