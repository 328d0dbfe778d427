extension NavStore {
  /// The route types that a mixed stack may hold.
  ///
  /// ```swift
  /// let routes = NavStore.RouteRegistry(ShopRoute.self, AuthRoute.self)
  /// try store.save(path, as: routes, in: "main")
  /// let path = try store.restore(as: routes, in: "main").path
  /// ```
  ///
  /// Each route is stored as it would be in a stack of its own type: under its own tag, version,
  /// history key and kind. So the history of one type holds its visits in mixed stacks, and the
  /// history of a registry those in stacks of one of its types. A stored route whose type is not
  /// in the registry is a loss with reason `unknownTag`; it stays in the file, and comes back with
  /// a registry that has it.
  ///
  /// Making one is free. What may be wrong with it (``check()``) is thrown by whatever uses it.
  /// A mixed stack belongs to one registry at a time in a process: use the same everywhere.
  public struct RouteRegistry: Sendable {
    /// The types. Their order does not matter, and naming one twice is naming it once.
    public let types: [any Route.Type]

    /// A registry of `types`.
    public init(_ types: any Route.Type...) {
      self.types = types
    }

    /// A registry of `types`.
    public init(_ types: [any Route.Type]) {
      self.types = types
    }

    /// Throws where this registry cannot be used: of use in an app's own tests.
    ///
    /// - Throws: ``NavStore/Error`` with code `duplicateRouteTag` where two of the types have a tag
    ///   or an alias in common, or `unstableRouteTag` where a local or private one names none.
    public func check() throws(NavStore.Error) {
      _ = try RouteCodec.mixed(self)
    }
  }
}

extension RouteCodec<NavStore.Element> {
  /// The codec of stacks that hold several route types.
  static func mixed(
    _ registry: NavStore.RouteRegistry, payloadLimit: Int = .max
  ) throws(NavStore.Error) -> RouteCodec {
    var byType: [ObjectIdentifier: RouteCodec] = [:]
    var byTag: [String: RouteCodec] = [:]
    var tags: [String: ObjectIdentifier] = [:]
    for type in registry.types where byType[ObjectIdentifier(type)] == nil {
      let codec = try erased(type, payloadLimit: payloadLimit)
      for (tag, type) in codec.tags {
        guard tags.updateValue(type, forKey: tag) == nil else { throw .duplicateRouteTag(tag) }
        byTag[tag] = codec
      }
      byType[ObjectIdentifier(type)] = codec
    }
    return RouteCodec(
      identity: CodecIdentity(
        route: ObjectIdentifier(NavStore.Element.self), stored: Set(byType.keys)),
      tags: tags,
      encode: { [byType] (element) throws(NavStore.Error) in
        guard let codec = byType[element.type] else { throw .unregistered(element) }
        return try codec.encode(element)
      },
      decode: { [byTag] (raw) throws(NavStore.LossReason) in
        guard let codec = byTag[raw.tag] else { throw .unknownTag }
        return try codec.decode(raw)
      },
      currentKind: { [byTag] kind, tag in byTag[tag]?.currentKind(kind, tag) ?? kind },
      types: registry.types)
  }

  /// The codec of elements that all are an `S`.
  private static func erased<S: NavStore.Route>(
    _ type: S.Type, payloadLimit: Int
  ) throws(NavStore.Error) -> RouteCodec {
    let codec = try RouteCodec<S>.json(payloadLimit: payloadLimit)
    return RouteCodec(
      identity: codec.identity,
      tags: codec.tags,
      encode: { (element) throws(NavStore.Error) in
        guard let route = element.as(S.self) else { throw .unregistered(element) }
        return try codec.encode(route)
      },
      decode: { (raw) throws(NavStore.LossReason) in NavStore.Element(try codec.decode(raw)) },
      currentKind: codec.currentKind)
  }
}

extension NavStore.Error {
  static func unregistered(_ element: NavStore.Element) -> NavStore.Error {
    NavStore.Error(
      .unregisteredRoute, "The route type \(type(of: element.value)) is not in the registry.")
  }
}
