extension RouteCodec {
  /// Creates a codec of elements that are stored as routes of another type.
  static func mapped<Stored: NavRoute>(
    _ codec: RouteCodec<Stored>, encode: @escaping @Sendable (R) -> Stored?,
    decode: @escaping @Sendable (Stored) throws -> R
  ) -> RouteCodec {
    RouteCodec(
      identity: ObjectIdentifier(R.self),
      tags: codec.tags,
      encode: { (element) throws(NavStore.Error) in
        guard let stored = encode(element) else { throw .notStored }
        return try codec.encode(stored)
      },
      decode: { (raw) throws(FailureCause) in
        let stored = try codec.decode(raw)
        do {
          return try decode(stored)
        } catch {
          throw .mappingFailed
        }
      },
      currentKind: codec.currentKind,
      types: codec.types)
  }

  /// Creates a codec of elements that are routes of several types.
  static func mixed(
    _ types: [any NavRoute.Type], _ codecs: CodecCache,
    unwrap: @escaping @Sendable (R) -> any NavRoute,
    wrap: @escaping @Sendable (any NavRoute) throws -> R?
  ) throws(NavStore.Error) -> RouteCodec {
    var byType: [ObjectIdentifier: RouteCodec<any NavRoute>] = [:]
    var byTag: [String: RouteCodec<any NavRoute>] = [:]
    var tags: [String: ObjectIdentifier] = [:]
    for type in types where byType[ObjectIdentifier(type)] == nil {
      guard ObjectIdentifier(type) != ObjectIdentifier(R.self) else {
        throw .storedAsItself(R.self)
      }
      let codec = try opened(type, codecs)
      for (tag, type) in codec.tags {
        guard tags.updateValue(type, forKey: tag) == nil else { throw .duplicateRouteTag(tag) }
        byTag[tag] = codec
      }
      byType[ObjectIdentifier(type)] = codec
    }
    return RouteCodec(
      identity: ObjectIdentifier(R.self),
      tags: tags,
      encode: { [byType] (element) throws(NavStore.Error) in
        let route = unwrap(element)
        guard let codec = byType[ObjectIdentifier(type(of: route))] else {
          throw .unregistered(route, in: R.self)
        }
        return try codec.encode(route)
      },
      decode: { [byTag] (raw) throws(FailureCause) in
        guard let codec = byTag[raw.tag] else { throw .unknownType }
        let route = try codec.decode(raw)
        guard let element = try? wrap(route) else { throw .mappingFailed }
        return element
      },
      currentKind: { [byTag] kind, tag in byTag[tag]?.currentKind(kind, tag) ?? kind },
      refusal: { [byType] elements in
        elements.lazy.map(unwrap).first { byType[ObjectIdentifier(type(of: $0))] == nil }
          .map { .unregistered($0, in: R.self) }
      },
      conversion: RouteConversion(
        route: unwrap,
        element: { [byType] route in
          byType[ObjectIdentifier(type(of: route))] == nil ? nil : try? wrap(route)
        }),
      types: types)
  }

  /// Creates a codec of routes of a type that is only known at run time.
  private static func opened<Route: NavRoute>(
    _ type: Route.Type, _ codecs: CodecCache
  ) throws(NavStore.Error) -> RouteCodec<any NavRoute> {
    let codec = try codecs.codec(of: type)
    return RouteCodec<any NavRoute>(
      identity: codec.identity,
      tags: codec.tags,
      encode: { (route) throws(NavStore.Error) in
        guard let route = route as? Route else { throw .unregistered(route, in: R.self) }
        return try codec.encode(route)
      },
      decode: { (raw) throws(FailureCause) in try codec.decode(raw) },
      currentKind: codec.currentKind)
  }
}

extension NavStore.Error {
  static let notStored = NavStore.Error(
    .notStored, "The route is not stored: its traits or the coding of its type say so.")

  static func unregistered(_ route: any NavRoute, in element: Any.Type) -> NavStore.Error {
    NavStore.Error(
      .unsupportedRoute,
      "The coding of \(element) doesn't name the type \(type(of: route)). Add it to .mixed.")
  }

  static func storedAsItself(_ element: Any.Type) -> NavStore.Error {
    NavStore.Error(
      .unsupportedRoute,
      "The coding of \(element) stores it as itself. Name another type, or use .codable().")
  }
}
