import NavStorePlatform

// Removing or replacing a route also removes or replaces the scene values that are this route. The
// pending values are changed here, on the store's write queue, after the transaction that has
// changed the stored values.
extension Writer {
  /// Returns the stored form of a scene value. If the value is a route, the result also has the
  /// route's stored form. If the route is never stored (``NavRoute/routeTraits``), the value is not
  /// stored either.
  func storing(
    _ value: (any Encodable)?, restartsStack: String? = nil
  ) throws(NavStore.Error) -> StoredValue {
    let stored = try StoredValue(value, limit: configuration.limits.valueBytes)
    guard case .json(let json) = stored, let route = NavStore.route(as: value) else {
      return stored
    }
    let type = type(of: route)
    do throws(NavStore.Error) {
      let codec = try codecs.codec(of: type)
      return .route(json, try codec.encode(.box(route)), restartsStack: restartsStack)
    } catch {
      // A value whose stored form as a route can't be made is saved as JSON only.
      return error.reason == .notStored ? .removed : .json(json)
    }
  }

  /// Removes or replaces routes in the scene values that are not saved yet.
  func changeUnsavedValues(_ fate: RouteFate) {
    // `fate.value` runs the app's code, so call it without the lock of `pending`.
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
  /// Returns a scene value as a route; `nil` if it isn't one. A value of a type of Swift or
  /// Foundation, such as a string or a number, is never a route. This is so even if an app makes
  /// that type conform to ``NavRoute``.
  package static func route<Value>(as value: Value) -> (any NavRoute)? {
    guard let route = value as? any NavRoute else { return nil }
    let type = String(reflecting: type(of: route))
    let modules = ["Swift.", "Foundation.", "FoundationEssentials."]
    let isCommon = modules.contains(where: type.hasPrefix)
    return isCommon ? nil : route
  }
}
