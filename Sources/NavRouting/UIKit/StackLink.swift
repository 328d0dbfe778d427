import NavStore
import Observation

/// What a link needs of a navigation controller, so that tests can stand in for one.
@MainActor
protocol ScreenContainer: AnyObject {
  associatedtype Screen: AnyObject

  /// What is on it, bottom first, the root screen included.
  var screens: [Screen] { get }

  /// Puts `screens` in the place of what is on it.
  func show(_ screens: [Screen], animated: Bool)

  /// The transition that runs in it or around it, presentations included; nil if none does.
  var transition: AnyObject? { get }

  /// Calls `body` once when `transition` has ended; false if it never will.
  func whenTransitionEnds(_ body: @escaping @MainActor () -> Void) -> Bool
}

/// Keeps a stack of screens and a router the same: what either does, the other follows.
///
/// A stack must not be changed while a transition runs: bars and screens would come apart. What the
/// router does meanwhile is applied once when the transition has ended, as it is then.
@MainActor
final class StackLink<Element: NavElement, Stack: ScreenContainer> {
  private(set) weak var stack: Stack?

  private let router: NavRouter<Element>
  private let root: [Stack.Screen]
  private let makeScreen: (Element) -> Stack.Screen
  private var shown: [(route: Element, screen: Stack.Screen)] = []

  /// Whether to animate a change of the router that the stack has not followed yet; nil if there is
  /// none.
  private var pendingAnimation: Bool?

  /// The transition whose end is waited for, and how many there have been.
  private var awaited: AnyObject?
  private var waits = 0

  /// The last transition that has ended: the system may go on naming it for a moment.
  private weak var ended: AnyObject?

  init(
    _ stack: Stack, router: NavRouter<Element>, makeScreen: @escaping (Element) -> Stack.Screen
  ) {
    self.stack = stack
    self.router = router
    self.makeScreen = makeScreen
    root = stack.screens
    apply(animated: false)
    follow()
  }

  /// Tells the router what the stack shows now: a transition of its own has ended.
  func didShow() {
    guard pendingAnimation == nil else {
      // The router has gone on while the screens were still moving. Its change is applied when the
      // transition says that it has ended; should it not say so, now.
      return MainLoop.schedule { [weak self] in self?.applyPending() }
    }
    guard let stack else { return }
    var routes: [Element] = []
    for screen in stack.screens.dropFirst(root.count) {
      guard let known = shown.first(where: { $0.screen === screen }) else { break }
      routes.append(known.route)
    }
    shown.removeAll { entry in !stack.screens.contains { $0 === entry.screen } }
    router.path = routes
  }

  private func follow() {
    withObservationTracking {
      _ = router.path
    } onChange: { [weak self] in
      MainLoop.schedule {
        guard let self else { return }
        self.follow()
        self.apply(animated: self.router.isAnimated)
      }
    }
  }

  private func apply(animated: Bool) {
    pendingAnimation = animated
    applyPending()
  }

  private func applyPending() {
    guard let stack, let isAnimated = pendingAnimation else { return }
    if let transition = stack.transition, transition !== ended {
      return wait(for: transition, of: stack)
    }
    (pendingAnimation, awaited) = (nil, nil)
    let path = router.path
    guard path != shown.map(\.route) else { return }
    let kept = zip(path, shown).prefix { $0 == $1.route }.count
    shown.removeSubrange(kept...)
    shown += path[kept...].map { ($0, makeScreen($0)) }
    stack.show(root + shown.map(\.screen), animated: isAnimated)
  }

  private func wait(for transition: AnyObject, of stack: Stack) {
    guard awaited !== transition else { return }
    awaited = transition
    waits += 1
    let wait = waits
    let isTold = stack.whenTransitionEnds { [weak self] in self?.endWait(wait) }
    // It is over already.
    if !isTold { endWait(wait) }
  }

  private func endWait(_ number: Int) {
    // Else another transition has begun since, and its end is waited for.
    guard number == waits else { return }
    ended = awaited
    // Not within the transition's own completion: its controller is not done with it yet.
    MainLoop.schedule { [weak self] in self?.applyPending() }
  }
}
