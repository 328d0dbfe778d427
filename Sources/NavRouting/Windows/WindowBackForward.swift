import NavStore
import Observation

/// The back/forward list over all stacks of a window.
///
/// It is read on first access, which should be before the window's first change. If it cannot be had it is
/// empty, and ``problem`` says why.
@MainActor
final class WindowBackForward: Observable {
  private let context: WindowContext

  /// The name of the stack that is selected if no list was saved; counts before the first access.
  var firstStack = ""

  private let observed = Observed(\WindowBackForward.selectedStack)
  private var live: NavStore.WindowHistory?

  /// Why there is no list; nil if there is one. Set on first access.
  private(set) var problem: NavStore.Error?

  /// The list of a window. Reads nothing yet.
  init(_ context: WindowContext) {
    self.context = context
  }

  deinit {
    live?.stopObserving(ObjectIdentifier(self))
  }

  /// The list itself; nil if there is a ``problem``.
  var list: NavStore.WindowHistory? {
    if let live { return live }
    guard problem == nil else { return nil }
    do throws(NavStore.Error) {
      let list = try context.store.window(
        in: context.scene.id, account: context.live, selecting: firstStack)
      list.observe(self) { [weak self] in
        // On whatever thread the change was made.
        MainLoop.schedule { self?.tell() }
      }
      live = list
      return list
    } catch {
      problem = error
      ProblemLog.note("A window has no back/forward list. \(error)")
      return nil
    }
  }

  /// The name of the selected stack.
  var selectedStack: String {
    observed.access(self)
    return list?.selectedStack ?? firstStack
  }

  /// Selects the stack `name`, the one on screen: a new entry, of what it shows when the main loop
  /// is next free. False, and nothing changed, if it is selected already, or there is no list.
  @discardableResult
  func select(_ name: String) -> Bool {
    // If the file cannot be read the selection is shown all the same, and makes no entry.
    change { (try? $0.select(name, endsTurn: false)) == true }
  }

  /// Makes a change as part of the turn; `false` if there is no list.
  private func change(_ body: (NavStore.WindowHistory) -> Bool) -> Bool {
    guard let list else { return false }
    return MainLoop.call {
      defer { OpenTurns.add(valuesOf: context.store) }
      return body(list)
    }
  }

  private func tell() {
    observed.tell(self)
  }
}

extension WindowBackForward: BackForwardSource {
  /// Whether there is an entry before the current one, as of the last turn that has ended.
  var canGoBack: Bool {
    observed.access(self)
    return list?.canGoBack ?? false
  }

  /// Whether there is an entry after the current one, as of the last turn that has ended.
  var canGoForward: Bool {
    observed.access(self)
    return list?.canGoForward ?? false
  }

  /// The list with titles and the names of stacks. No route is decoded. If there is no list, the root screen of
  /// ``firstStack``.
  var backForwardMenu: NavStore.BackForwardMenu {
    observed.access(self)
    return list?.backForwardMenu ?? .root(of: firstStack)
  }

  /// Goes `offset` entries forward, or back if it is negative; false, and nothing changed, if
  /// there are not so many.
  func go(by offset: Int, animated: Bool) -> Bool {
    go(animated: animated) { $0.go(by: offset, endsTurn: false) }
  }

  /// Goes to the entry at `index`; false, and nothing changed, if there is none.
  func go(to index: Int, animated: Bool) -> Bool {
    go(animated: animated) { $0.go(to: index, endsTurn: false) }
  }

  /// Takes a step, and selects the tab that it leads to.
  private func go(animated: Bool, _ step: (NavStore.WindowHistory) -> Bool) -> Bool {
    ChangeAnimation.perform(animated) {
      guard change(step) else { return false }
      context.followingTabs?.follow()
      return true
    }
  }
}
