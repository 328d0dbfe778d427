import NavStorePlatform

/// The result of reading a stack that an app saved before it used the store. It is empty if there is
/// no such stack.
struct OldStack: Sendable {
  /// The routes, bottom first; one failure if the stack can't be read.
  var routes: [OldRoute] = []

  /// The hash of the legacy state, by which a later launch finds that the state was imported; `nil`
  /// if there is no stack, or it can't be read.
  var hash: Int64?
}

struct OldRoute: Sendable {
  /// The name of the route's type in the legacy state.
  var tag: String?
  let route: Result<ErasedRoute, FailureCause>
}

extension OldStack {
  /// Reads the bytes and parses them. `nil` if there are none. `parse` returns `nil` if the bytes
  /// have another format.
  init?(_ bytes: OldBytes, parse: ([UInt8]) -> [OldRoute]?) throws {
    guard let json = try bytes.read().map([UInt8].init) else { return nil }
    guard let routes = parse(json) else { throw FailureCause.undecodable }
    self.init(routes: routes, hash: Fingerprint(of: json).value)
  }

  /// Applies a policy for routes that can't be decoded. Returns the routes to import, and the
  /// failures of the other routes.
  ///
  /// ``NavUndecodablePolicy/fail`` has the same effect as `.resetToRoot` here, because legacy
  /// state must not keep an app from starting.
  func salvaged(
    by policy: NavUndecodablePolicy<ErasedRoute>
  ) -> (routes: [ErasedRoute], failures: [NavRestorationFailure]) {
    // A policy substitutes a route, and not a stack that can't be read.
    var salvage = Salvager(policy: hash == nil ? .keepValidPrefix : policy)
    let routes = routes.enumerated().compactMap { position, old in
      salvage.route(at: position, named: old.tag, old.route)?.route
    }
    switch policy {
    case .resetToRoot where !salvage.failures.isEmpty, .fail where !salvage.failures.isEmpty:
      return ([], salvage.failures)
    default: return (routes, salvage.failures)
    }
  }
}

extension RouteCodec {
  /// Makes an old stack from routes that the app has read itself, bottom first.
  func adopt(_ routes: [ErasedRoute]) -> OldStack {
    var fingerprint = Fingerprint()
    for route in routes {
      // A route that can't be stored is hashed as 0.
      fingerprint.combine((try? encode(route))?.raw.fingerprint ?? 0)
    }
    return OldStack(
      routes: routes.map { OldRoute(route: .success($0)) }, hash: fingerprint.value)
  }

  /// Decodes the JSON of a route that the app saved without the store, as version 1 of its type.
  ///
  /// - Parameters:
  ///   - tag: The tag of the type, which is its name in the store.
  ///   - name: The name of the type in the legacy state, for reports of failures.
  func adopt(_ payload: [UInt8], tag: String, named name: String) -> OldRoute {
    let raw = RawRoute(tag: tag, version: 1, payload: payload)
    return OldRoute(tag: name, route: result(of: raw))
  }
}
