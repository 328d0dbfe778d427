extension NavStore {
  /// The live session of a stack of routes that are stored as another type.
  ///
  /// Sessions are shared by route type and stored type; the mapping of whoever asked first counts.
  /// Parameters and costs otherwise as ``session(_:for:stack:account:policy:adopting:)``.
  ///
  /// - Throws: as ``session(_:for:stack:account:policy:adopting:)``.
  public func session<R: Hashable & Sendable, Stored: Route>(
    _ type: R.Type, for scene: String, stack: String = "", account: String = "",
    policy: RestorePolicy<R> = RestorePolicy(), adopting source: AdoptionSource<R>? = nil,
    mapping: RouteMapping<R, Stored>
  ) throws(NavStore.Error) -> Session<R> {
    let key = try StackKey(scene: scene, account: account, name: stack)
    return try session(key, codec: codec(of: mapping), policy: policy, adopting: source)
  }

  /// Saves a whole stack of routes that are stored as another type.
  ///
  /// Where the mapping gives nil for one, the stored stack ends beneath it. Costs and errors as
  /// ``save(_:in:stack:account:)``.
  public func save<R: Hashable & Sendable, Stored: Route>(
    _ routes: [R], in scene: String, stack: String = "", account: String = "",
    mapping: RouteMapping<R, Stored>
  ) throws(NavStore.Error) {
    let key = try StackKey(scene: scene, account: account, name: stack)
    try save(routes, in: key, codec: codec(of: mapping))
  }

  /// A stack of routes that are stored as another type, as it was left, or as it is now where a
  /// session of it lives in this process.
  ///
  /// A route that the mapping throws for is a loss. Costs and errors as
  /// ``session(_:for:stack:account:policy:adopting:mapping:)``.
  public func restore<R: Hashable & Sendable, Stored: Route>(
    _ type: R.Type, in scene: String, stack: String = "", account: String = "",
    policy: RestorePolicy<R> = RestorePolicy(), adopting source: AdoptionSource<R>? = nil,
    mapping: RouteMapping<R, Stored>
  ) throws(NavStore.Error) -> Restoration<R> {
    try session(
      type, for: scene, stack: stack, account: account, policy: policy, adopting: source,
      mapping: mapping
    ).currentRestoration
  }

  func codec<R, Stored>(
    of mapping: RouteMapping<R, Stored>
  ) throws(NavStore.Error) -> RouteCodec<R> {
    try .mapped(mapping, payloadLimit: configuration.limits.payloadBytes)
  }
}
