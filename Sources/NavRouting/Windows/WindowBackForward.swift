import NavStore
import Observation

/// The back/forward list over all stacks of a window.
///
/// The list is read on first access, which should be before the window's first change. If the list
/// can't be read, it is empty, and ``problem`` has the error.
@MainActor
final class WindowBackForward: Observable {
  private let context: WindowContext

  /// The name of the stack that is selected if no list was saved. Only the first access to ``list``
  /// uses it.
  var firstStack = ""

  private let observed = Observed(\WindowBackForward.problem)
  private var live: NavStore.WindowHistory?

  /// The reason that the list can't be read, or `nil`. Set on first access to ``list``.
  private(set) var problem: NavStore.Error?

  /// Creates the list of a window. Reads nothing from the store.
  init(_ context: WindowContext) {
    self.context = context
  }

  deinit {
    live?.stopObserving(ObjectIdentifier(self))
  }

  /// The list in the store, which the first access reads; `nil` if there is a ``problem``.
  var list: NavStore.WindowHistory? {
    if let live { return live }
    guard problem == nil else { return nil }
    do throws(NavStore.Error) {
      let list = try context.store.window(
        in: context.scene.id, account: context.live, selecting: firstStack)
      list.observe(self) { [weak self] in
        // This closure is called on the thread that made the change.
        MainLoop.schedule { self?.listChanged() }
      }
      live = list
      return list
    } catch {
      problem = error
      ProblemLog.note("A window has no back/forward list. \(error)")
      return nil
    }
  }

  /// The list, for a property that views observe.
  private var observedList: NavStore.WindowHistory? {
    observed.access(self)
    return list
  }

  /// Selects the stack `name`, which is on screen. The list gets a new entry for the selection when
  /// the main loop is next free.
  ///
  /// - Returns: `false` if the stack is the selected one, or if there is no list. Nothing changes
  ///   then.
  @discardableResult
  func select(_ name: String) -> Bool {
    // If the file can't be read, the stack is on screen but makes no entry.
    change { (try? $0.select(name, endsTurn: false)) == true }
  }

  /// Makes a change of the list as part of the open turn. Returns `false` if there is no list.
  private func change(_ body: (NavStore.WindowHistory) -> Bool) -> Bool {
    guard let list else { return false }
    return MainLoop.call {
      defer { OpenTurns.add(context.store) }
      return body(list)
    }
  }

  private func listChanged() {
    observed.tell(self)
    context.followingTabs?.follow()
  }
}

extension WindowBackForward: BackForwardSource {
  /// Whether a step by `offset` was possible when the last turn ended.
  func canGo(by offset: Int) -> Bool { observedList?.canGo(by: offset) ?? false }

  /// The list with titles and the names of stacks. Reading it decodes no route. If there is no
  /// list, the menu is empty.
  var backForwardMenu: NavStore.BackForwardMenu { observedList?.backForwardMenu ?? .empty }

  /// Goes forward by `offset` entries, or back if `offset` is negative.
  ///
  /// - Returns: `false` if the list has fewer entries in that direction. Nothing changes then.
  func go(by offset: Int, animated: Bool) -> Bool {
    go(animated: animated) { $0.go(by: offset, endsTurn: false) }
  }

  /// Goes to the entry at `index`.
  ///
  /// - Returns: `false` if there is no such entry. Nothing changes then.
  func go(to index: Int, animated: Bool) -> Bool {
    go(animated: animated) { $0.go(to: index, endsTurn: false) }
  }

  /// Goes to another entry with `step`, and selects the entry's tab.
  private func go(animated: Bool, _ step: (NavStore.WindowHistory) -> Bool) -> Bool {
    ChangeAnimation.perform(animated) {
      guard change(step) else { return false }
      context.followingTabs?.follow()
      return true
    }
  }
}
