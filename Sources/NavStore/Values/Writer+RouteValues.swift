import NavStorePlatform

// Scene values that are routes, when routes are removed, rewritten or forgotten. On the queue, after
// the transaction that did it to those in the file.
extension Writer {
  /// `value` as it is kept. One that is a route is kept together with that; if the route is never
  /// to be stored (``NavRoute/routeTraits``), nothing is.
  func storing(
    _ value: (any Encodable)?, restartsStack: Bool = false
  ) throws(NavStore.Error) -> StoredValue {
    let stored = try StoredValue(value, limit: configuration.limits.valueBytes)
    guard case .json(let json) = stored, let route = NavStore.route(as: value) else {
      return stored
    }
    return storing(route, json, restartsStack: restartsStack)
  }

  private func storing<R: NavRoute>(
    _ route: R, _ json: Data, restartsStack: Bool
  ) -> StoredValue {
    do throws(NavStore.Error) {
      let codec = try codecs.codec(of: R.self)
      return .route(json, try codec.encode(route), restartsStack: restartsStack)
    } catch {
      // One that no stack could hold either is a value like any other.
      return error.reason == .notStored ? .removed : .json(json)
    }
  }

  /// Changes the values that wait to be saved.
  func changeUnsavedValues(_ fate: RouteFate) {
    // Deciding is the app's code: it runs without the lock.
    let unsaved = pending.withLock { Array($0.values) + Array($0.turnValues) }
    for (key, pendingValue) in unsaved where fate.concerns(account: key.account) {
      let old = pendingValue.value
      guard let new = fate.value(old) else { continue }
      pending.withLock { pending in
        if pending.values[key]?.value == old { pending.values[key]?.value = new }
        if pending.turnValues[key]?.value == old { pending.turnValues[key]?.value = new }
      }
    }
  }
}

extension NavStore {
  /// The route that a scene value is; nil if it is none. A text or a number never is, though an
  /// app may have made routes of their types.
  package static func route<Value>(as value: Value) -> (any NavRoute)? {
    guard let route = value as? any NavRoute else { return nil }
    let type = String(reflecting: type(of: route))
    let modules = ["Swift.", "Foundation.", "FoundationEssentials."]
    let isCommon = modules.contains(where: type.hasPrefix)
    return isCommon ? nil : route
  }
}
