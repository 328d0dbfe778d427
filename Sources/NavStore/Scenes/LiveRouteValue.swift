/// A scene value that a face shows, and that is a route. What removes and rewrites routes reaches it
/// here, so that the face never shows what is gone.
///
/// Can be used from any thread. Kept alive by its face alone.
package final class LiveRouteValue: Sendable {
  package enum Change: Sendable {
    case removed
    case replaced(by: any NavStore.Route)
  }

  private struct State {
    var route: (any NavStore.Route)?
    var change: Change?
  }

  let account: String
  private let state = Locked(State())

  /// Tells the face of a change, on whatever thread makes it.
  private let onChange: @Sendable () -> Void

  package init(account: String, onChange: @escaping @Sendable () -> Void) {
    self.account = account
    self.onChange = onChange
  }

  /// What is shown now; nil where that is no route.
  package func set(_ route: (any NavStore.Route)?) {
    state.withLock { $0 = State(route: route) }
  }

  /// What became of it since it was set; nil: nothing.
  package func takeChange() -> Change? {
    state.withLock { state in
      defer { state.change = nil }
      return state.change
    }
  }

  /// On the writer's queue: makes of the route what `transform` says; nil: it is gone.
  func apply(_ transform: (any NavStore.Route) -> RouteOutcome) {
    guard let route = state.withLock({ $0.route }) else { return }
    // The app's code, which runs without the lock.
    let outcome = transform(route)
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

/// What becomes of a route.
enum RouteOutcome {
  case stays
  case removed
  case replaced(by: any NavStore.Route)
}

private func isSame(_ a: any NavStore.Route, _ b: any NavStore.Route) -> Bool {
  func isSame<R: NavStore.Route>(_ a: R) -> Bool { (b as? R) == a }
  return isSame(a)
}

/// The values that faces show.
final class LiveRouteValues: Sendable {
  private struct Entry {
    weak var value: LiveRouteValue?
  }

  private let entries = Locked<[Entry]>([])

  func add(_ value: LiveRouteValue) {
    entries.withLock { entries in
      entries.removeAll { $0.value == nil }
      entries.append(Entry(value: value))
    }
  }

  /// Those of an account; of all where it is nil.
  func all(of account: String?) -> [LiveRouteValue] {
    let values = entries.withLock { $0.compactMap(\.value) }
    guard let account else { return values }
    return values.filter { $0.account.hasBytes(of: account) }
  }
}

extension NavStore {
  /// Has removals and rewrites of routes reach `value` from now on.
  package func follow(_ value: LiveRouteValue) {
    writer.liveValues.add(value)
  }
}

extension RouteCodec where R == AnyRoute {
  /// What becomes of a route that may be one of this codec's; `transform` gives nil for gone.
  func outcome(
    of route: any NavStore.Route, _ transform: (AnyRoute) -> AnyRoute?
  ) -> RouteOutcome {
    func outcome<T: NavStore.Route>(_ route: T) -> RouteOutcome {
      if identity.route == ObjectIdentifier(T.self) {
        let old = RouteBox(route)
        guard let new = transform(old) else { return .removed }
        return new == old && new.hasSameBits(as: old)
          ? .stays : .replaced(by: new.unboxed(as: T.self))
      }
      guard identity.route == ObjectIdentifier(NavStore.Element.self),
        types.contains(where: { $0 == T.self })
      else { return .stays }
      let old = RouteBox(NavStore.Element(route))
      guard let new = transform(old) else { return .removed }
      return new == old && new.hasSameBits(as: old)
        ? .stays : .replaced(by: new.unboxed(as: NavStore.Element.self).value)
    }
    return outcome(route)
  }
}
