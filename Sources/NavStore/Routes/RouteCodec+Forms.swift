extension RouteCodec {
  /// The codec of routes that are stored as another type.
  static func mapped<S: NavStore.Route>(
    _ codec: RouteCodec<S>, to: @escaping @Sendable (R) -> S?,
    from: @escaping @Sendable (S) throws -> R
  ) -> RouteCodec {
    RouteCodec(
      identity: CodecIdentity(
        route: ObjectIdentifier(R.self), stored: [ObjectIdentifier(S.self)]),
      tags: codec.tags,
      encode: { (route) throws(NavStore.Error) in
        guard let stored = to(route) else { throw .notStored }
        return try codec.encode(stored)
      },
      decode: { (raw) throws(NavStore.LossReason) in
        let stored = try codec.decode(raw)
        do {
          return try from(stored)
        } catch {
          throw .mappingFailed
        }
      },
      currentKind: codec.currentKind,
      types: codec.types)
  }
}

extension RouteCodec<NavStore.AnyRoute> {
  /// The codec of stacks that hold several route types.
  static func mixed(
    _ routeTypes: [any NavStore.Route.Type], _ codecs: CodecCache, payloadLimit: Int
  ) throws(NavStore.Error) -> RouteCodec {
    var byType: [ObjectIdentifier: RouteCodec] = [:]
    var byTag: [String: RouteCodec] = [:]
    var tags: [String: ObjectIdentifier] = [:]
    for type in routeTypes where byType[ObjectIdentifier(type)] == nil {
      let codec = try wrapping(type, codecs, payloadLimit: payloadLimit)
      for (tag, type) in codec.tags {
        guard tags.updateValue(type, forKey: tag) == nil else { throw .duplicateRouteTag(tag) }
        byTag[tag] = codec
      }
      byType[ObjectIdentifier(type)] = codec
    }
    return RouteCodec(
      identity: CodecIdentity(
        route: ObjectIdentifier(NavStore.AnyRoute.self), stored: Set(byType.keys)),
      tags: tags,
      encode: { [byType] (route) throws(NavStore.Error) in
        guard let codec = byType[route.type] else { throw .unregistered(route) }
        return try codec.encode(route)
      },
      decode: { [byTag] (raw) throws(NavStore.LossReason) in
        guard let codec = byTag[raw.tag] else { throw .unknownTag }
        return try codec.decode(raw)
      },
      currentKind: { [byTag] kind, tag in byTag[tag]?.currentKind(kind, tag) ?? kind },
      refusal: { [byType] routes in
        routes.first { byType[$0.type] == nil }.map { .unregistered($0) }
      },
      types: routeTypes)
  }

  /// The codec of routes that all are an `S`.
  private static func wrapping<S: NavStore.Route>(
    _ type: S.Type, _ codecs: CodecCache, payloadLimit: Int
  ) throws(NavStore.Error) -> RouteCodec {
    let codec = try codecs.json(type, payloadLimit: payloadLimit)
    return RouteCodec(
      identity: codec.identity,
      tags: codec.tags,
      encode: { (route) throws(NavStore.Error) in
        guard let route = route.as(S.self) else { throw .unregistered(route) }
        return try codec.encode(route)
      },
      decode: { (raw) throws(NavStore.LossReason) in NavStore.AnyRoute(try codec.decode(raw)) },
      currentKind: codec.currentKind)
  }
}

extension NavStore.Error {
  static let notStored = NavStore.Error(
    .notStored, "The route is not stored: its traits say so, or it has no storage type.")

  static func unregistered(_ route: NavStore.AnyRoute) -> NavStore.Error {
    NavStore.Error(
      .unsupportedRoute,
      """
      The routes of this stack do not include the type \(type(of: route.value)): add it to .mixed.
      """)
  }
}
