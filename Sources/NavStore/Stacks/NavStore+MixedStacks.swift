extension NavStore {
  /// The live session of a stack that holds several route types, made and restored on first use.
  ///
  /// ```swift
  /// let session = try store.session(as: routes, for: "main")
  /// session.push(ShopRoute.cart)
  /// session.update(to: path)                         // a NavPath
  /// ```
  ///
  /// A route whose type is not in the registry stays in memory only: the stored stack ends below
  /// it. Parameters and costs otherwise as ``session(_:for:stack:account:policy:adopting:)``.
  ///
  /// - Throws: as ``session(_:for:stack:account:policy:adopting:)``, and ``RouteRegistry/check()``;
  ///   `routeTypeMismatch` also where a session with another registry lives on the stack.
  public func session(
    as registry: RouteRegistry, for scene: String, stack: String = "", account: String = "",
    policy: RestorePolicy<Element> = RestorePolicy(),
    adopting source: AdoptionSource<Element>? = nil
  ) throws(NavStore.Error) -> Session<Element> {
    let key = try StackKey(scene: scene, account: account, name: stack)
    return try session(key, codec: codec(of: registry), policy: policy, adopting: source)
  }

  /// Saves a whole stack that holds several route types.
  ///
  /// - Throws: as ``save(_:in:stack:account:)``, and ``NavStore/Error`` with code
  ///   `unregisteredRoute` where the registry lacks a type; then nothing is changed.
  public func save(
    _ path: Path, as registry: RouteRegistry, in scene: String, stack: String = "",
    account: String = ""
  ) throws(NavStore.Error) {
    let key = try StackKey(scene: scene, account: account, name: stack)
    let codec = try codec(of: registry)
    // Those on the stack already are not encoded again, but a session may hold any.
    for element in path where !codec.identity.stored.contains(element.type) {
      throw .unregistered(element)
    }
    try save(path.elements, in: key, codec: codec)
  }

  /// A stack that holds several route types as it was left, or as it is now where a session of it
  /// lives in this process: see ``Restoration/path``.
  ///
  /// A stored route whose type is not in the registry is a loss. Costs and errors as
  /// ``session(as:for:stack:account:policy:adopting:)``.
  public func restore(
    as registry: RouteRegistry, in scene: String, stack: String = "", account: String = "",
    policy: RestorePolicy<Element> = RestorePolicy(),
    adopting source: AdoptionSource<Element>? = nil
  ) throws(NavStore.Error) -> Restoration<Element> {
    try session(
      as: registry, for: scene, stack: stack, account: account, policy: policy, adopting: source
    ).currentRestoration
  }

  func codec(of registry: RouteRegistry) throws(NavStore.Error) -> RouteCodec<Element> {
    try .mixed(registry, payloadLimit: configuration.limits.payloadBytes)
  }
}

extension NavStore.Session where R == NavStore.Element {
  /// Puts `route` on top. A new visit, whatever is there already.
  public func push(_ route: some NavStore.Route) {
    push(NavStore.Element(route))
  }

  /// Puts `route` in the place of the top one, and of the current entry of the back/forward list.
  /// False, and nothing changed, at the root screen.
  @discardableResult
  public func replaceTop(with route: some NavStore.Route) -> Bool {
    replaceTop(with: NavStore.Element(route))
  }
}
