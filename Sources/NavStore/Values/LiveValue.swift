/// A value of a window that is shown: a selected tab, a selection, a value of the app's own.
///
/// Erasures of its account, and removals and rewritings of the route that it may be, reach the object that
/// shows it here, so that nothing is shown that is gone. Can be used from any thread. The object that
/// shows the value keeps it alive.
package final class LiveValue: LiveObject {
  package enum Change: Sendable {
    /// The route that was shown was removed.
    case removed
    case replaced(by: any NavRoute)

    /// The account was erased: nothing is saved of it.
    case erased

    /// Another file is used from now on: the value is to be read again.
    case outdated
  }

  private struct State {
    var route: (any NavRoute)?
    var change: Change?
  }

  package let account: String

  /// The key of its scene.
  let scene: String
  private let state = Locked(State())

  /// Tells the face of a change, on whatever thread makes it.
  let onChange: @Sendable () -> Void

  package init(scene: String, account: String, onChange: @escaping @Sendable () -> Void) {
    self.scene = scene
    self.account = account
    self.onChange = onChange
  }

  /// What is shown now; nil if that is no route.
  package func set(_ route: (any NavRoute)?) {
    state.withLock { $0 = State(route: route) }
  }

  /// What became of it since it was set; nil: nothing.
  package func takeChange() -> Change? {
    state.withLock { state in
      defer { state.change = nil }
      return state.change
    }
  }

  /// Notes that its account was erased.
  func didErase() { note(.erased) }

  /// Notes that another file is used from now on.
  func didMoveOver() { note(.outdated) }

  private func note(_ change: Change) {
    state.withLock { $0 = State(route: nil, change: change) }
    onChange()
  }

  func follow(_ effect: Effect) {
    guard let fate = effect.fate, fate.concerns(account: account),
      let route = state.withLock({ $0.route })
    else { return }
    // The app's code, which runs without the lock.
    let outcome = fate.shown(route)
    let isChanged = state.withLock { state in
      // Its face may have set another one meanwhile.
      guard let current = state.route, isSame(current, route) else { return false }
      switch outcome {
      case .stays: return false
      case .removed: state = State(route: nil, change: .removed)
      case .replaced(let new): state = State(route: new, change: .replaced(by: new))
      }
      return true
    }
    if isChanged { onChange() }
  }
}

private func isSame(_ a: any NavRoute, _ b: any NavRoute) -> Bool {
  func isSame<R: NavRoute>(_ a: R) -> Bool { (b as? R) == a }
  return isSame(a)
}

extension NavStore {
  /// Has changes reach `value` from now on.
  package func follow(_ value: LiveValue) {
    writer.live.add(value)
  }
}

extension RouteCodec where R == ErasedRoute {
  /// What becomes of a route that may be one of this codec's; `transform` gives nil for gone.
  func outcome(
    of route: any NavRoute, _ transform: (ErasedRoute) -> ErasedRoute?
  ) -> RouteOutcome {
    func outcome<T: NavRoute>(_ route: T) -> RouteOutcome {
      if identity == ObjectIdentifier(T.self) {
        return fate(of: RouteBox(route), transform) { $0.unboxed(as: T.self) }
      }
      guard types.contains(where: { $0 == T.self }) else { return .stays }
      if let conversion {
        guard let old = conversion.element(route) else { return .stays }
        return fate(of: old, transform) { conversion.route($0) }
      }
      // It is what mapped elements are stored as.
      guard let own = try? CodecCache(payloadLimit: .max).codec(of: T.self),
        let stored = try? own.encode(route), let old = try? decode(RawRoute(stored))
      else { return .stays }
      return fate(of: old, transform) { new in
        guard let stored = try? encode(new) else { return nil }
        return try? own.decode(RawRoute(stored))
      }
    }
    return outcome(route)
  }

  private func fate(
    of old: ErasedRoute, _ transform: (ErasedRoute) -> ErasedRoute?,
    replacement: (ErasedRoute) -> (any NavRoute)?
  ) -> RouteOutcome {
    guard let new = transform(old) else { return .removed }
    if new == old, new.hasSameBits(as: old) { return .stays }
    return replacement(new).map { .replaced(by: $0) } ?? .stays
  }
}
