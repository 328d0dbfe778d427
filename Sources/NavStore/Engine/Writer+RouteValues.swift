#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Scene values that are routes, when routes are removed, rewritten or forgotten. On the queue, after
// the transaction that did it to those in the file.
extension Writer {
  /// `value` as it is kept. One that is a route is kept together with that; where the route is never
  /// to be stored (``NavStore/Route/isPersistent``), nothing is.
  func storing(
    _ value: (some Encodable)?, restartsStack: Bool = false
  ) throws(NavStore.Error) -> StoredValue {
    let stored = try StoredValue(value, limit: configuration.limits.valueBytes)
    guard case .json(let json) = stored, let route = NavStore.route(as: value) else {
      return stored
    }
    return storing(route, json, restartsStack: restartsStack)
  }

  private func storing<R: NavStore.Route>(
    _ route: R, _ json: Data, restartsStack: Bool
  ) -> StoredValue {
    do throws(NavStore.Error) {
      let codec = try codecs.json(R.self, payloadLimit: configuration.limits.payloadBytes)
      return .route(json, try codec.encode(route), restartsStack: restartsStack)
    } catch {
      // One that no stack could hold either is a value like any other.
      return error.code == .notStored ? .removed : .json(json)
    }
  }

  /// Routes became others; `transform` gives nil for those that are gone. Live values follow, and
  /// those that are not saved yet.
  func didChangeRoutes(
    of codec: RouteCodec<AnyRoute>, account: String?,
    _ transform: @escaping (AnyRoute) -> AnyRoute?
  ) {
    for value in liveValues.all(of: account) {
      value.apply { codec.outcome(of: $0, transform) }
    }
    changeUnsavedValues(of: account) { route in
      guard codec.tags[route.tag] != nil, let old = try? codec.decode(RawRoute(route)) else {
        return route
      }
      guard let new = transform(old) else { return nil }
      return new == old && new.hasSameBits(as: old) ? route : try? codec.encode(new)
    }
  }

  /// Items were forgotten. What shows one goes on showing it; it is not saved any more.
  func didForgetRoutes(
    of account: String, holding holds: (_ key: String, _ kind: String) -> Bool
  ) {
    changeUnsavedValues(of: account) { holds($0.historyKey, $0.historyKind) ? nil : $0 }
  }

  private func changeUnsavedValues(
    of account: String?, _ transform: (StoredRoute) -> StoredRoute?
  ) {
    func changed(_ value: StoredValue) -> StoredValue {
      guard case .route(_, let route, let restartsStack) = value else { return value }
      guard let new = transform(route) else { return .removed }
      return new == route ? value : .route(new.payload, new, restartsStack: restartsStack)
    }
    // Decoding and `transform` are the app's code: they run without the lock.
    let waiting = waiting.withLock { $0.values }
    for (key, value) in waiting where account.map(key.account.hasBytes) ?? true {
      let new = changed(value)
      guard new != value else { continue }
      self.waiting.withLock { if $0.values[key] == value { $0.values[key] = new } }
    }
    for session in registry.all where account.map(session.key.account.hasBytes) ?? true {
      let waiting = session.withState { $0.stack.pending.sceneValues }
      for (name, value) in waiting {
        let new = changed(value)
        guard new != value else { continue }
        session.withState { state in
          if state.stack.pending.sceneValues[name] == value {
            state.stack.pending.sceneValues[name] = new
          }
        }
      }
    }
  }
}

extension NavStore {
  /// The route that a scene value is; nil where it is none. A text or a number never is, though an
  /// app may have made routes of their types.
  package static func route<Value>(as value: Value) -> (any Route)? {
    guard let route = value as? any Route else { return nil }
    let type = String(reflecting: type(of: route))
    let modules = ["Swift.", "Foundation.", "FoundationEssentials."]
    let isCommon = modules.contains(where: type.hasPrefix)
    return isCommon ? nil : route
  }
}

extension RawRoute {
  init(_ route: StoredRoute) {
    self.init(
      tag: route.tag, version: route.version, payload: route.payload,
      fingerprint: route.fingerprint)
  }
}
