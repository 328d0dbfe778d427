/// A saved value of a window, while the value is on screen: a selected tab, a selection, a value of
/// the app's own.
///
/// The value is removed when its account is erased. If the value is a route, removing or replacing
/// that route also removes or replaces the value. A `LiveValue` can be used from any thread. The
/// object that shows the value retains it.
package final class LiveValue: Sendable {
  package enum Change: Sendable {
    /// The route that was shown was removed.
    case removed
    case replaced(by: any NavRoute)

    /// The account was erased, and the value is no longer saved.
    case erased

    /// The store has switched to another file, and the value must be read again.
    case outdated
  }

  private struct State: ~Copyable {
    var route: (any NavRoute)?
    var change: Change?
  }

  package let account: String

  /// The key of the value's scene.
  let scene: String
  private let state = Locked(State())

  /// Notifies the object that shows the value, on the thread that makes the change.
  let onChange: @Sendable () -> Void

  fileprivate init(scene: String, account: String, onChange: @escaping @Sendable () -> Void) {
    self.scene = scene
    self.account = account
    self.onChange = onChange
  }

  /// Sets the route that is on screen; `nil` if the value is not a route.
  package func set(_ route: (any NavRoute)?) {
    state.withLock { $0 = State(route: route) }
  }

  /// Removes and returns the last change since ``set(_:)``; `nil` if there is none.
  package func takeChange() -> Change? {
    state.withLock { state in
      defer { state.change = nil }
      return state.change
    }
  }

  /// Records that the account was erased, or that the value may have been read before the file could
  /// be, and calls ``onChange``.
  func note(_ change: Change) {
    state.withLock { $0 = State(route: nil, change: change) }
    onChange()
  }

  /// On the store's write queue: updates the value after a change was committed.
  func follow(_ effect: Effect) {
    guard let fate = effect.fate, fate.concerns(account: account),
      let route = state.withLock({ $0.route })
    else { return }
    // `shown(_:)` runs the app's code, so call it without the lock of `state`.
    guard let change = fate.shown(route) else { return }
    let isChanged = state.withLock { state in
      // Another value may have been set while the app's code ran.
      guard let current = state.route, AnyHashable(current) == AnyHashable(route) else {
        return false
      }
      if case .replaced(let new) = change { state.route = new } else { state.route = nil }
      state.change = change
      return true
    }
    if isChanged { onChange() }
  }
}

extension NavStore {
  /// Returns the live value of a window, which is notified of each change of the store after this
  /// call.
  package func liveValue(
    in scene: String, account: String, onChange: @escaping @Sendable () -> Void
  ) -> LiveValue {
    let value = LiveValue(scene: scene, account: account, onChange: onChange)
    return writer.live.withState { $0.values.insert(value, for: ObjectIdentifier(value)) }
  }
}
