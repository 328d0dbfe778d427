extension RouteCodec {
  /// Creates a codec of elements that are stored as routes of another type, which `codec` encodes.
  static func mapped<R: NavElement, Stored: NavRoute>(
    _ codec: RouteCodec, encode: @escaping @Sendable (R) -> Stored?,
    decode: @escaping @Sendable (Stored) throws -> R
  ) -> RouteCodec {
    RouteCodec(
      identity: ObjectIdentifier(R.self),
      tags: codec.tags,
      encode: { (element) throws(NavStore.Error) in
        guard let stored = encode(element.unboxed(as: R.self)) else { throw .notStored }
        return try codec.encode(RouteBox(stored))
      },
      decode: { (raw) throws(FailureCause) in
        let stored = try codec.decode(raw)
        guard let element = try? decode(stored.unboxed(as: Stored.self)) else {
          throw .mappingFailed
        }
        return RouteBox(element)
      },
      currentKind: codec.currentKind,
      route: { encode($0.unboxed(as: R.self)).flatMap { codec.route(RouteBox($0)) } },
      element: { route in
        codec.element(route).flatMap { try? decode($0.unboxed(as: Stored.self)) }
          .map { RouteBox($0) }
      },
      types: codec.types)
  }

  /// Creates a codec of elements that are routes of several types.
  static func mixed<R: NavElement>(
    _ types: [any NavRoute.Type], _ codecs: CodecCache,
    unwrap: @escaping @Sendable (R) -> any NavRoute,
    wrap: @escaping @Sendable (any NavRoute) throws -> R?
  ) throws(NavStore.Error) -> RouteCodec {
    var byType: [ObjectIdentifier: RouteCodec] = [:]
    var byTag: [String: (type: any NavRoute.Type, codec: RouteCodec)] = [:]
    var tags: [String: ObjectIdentifier] = [:]
    for type in types where byType[ObjectIdentifier(type)] == nil {
      guard ObjectIdentifier(type) != ObjectIdentifier(R.self) else {
        throw .storedAsItself(R.self)
      }
      let codec = try codecs.codec(of: type)
      for (tag, storedType) in codec.tags {
        guard tags.updateValue(storedType, forKey: tag) == nil else {
          throw .duplicateRouteTag(tag)
        }
        byTag[tag] = (type, codec)
      }
      byType[ObjectIdentifier(type)] = codec
    }
    let unwrap: @Sendable (ErasedRoute) -> any NavRoute = { unwrap($0.unboxed(as: R.self)) }
    return RouteCodec(
      identity: ObjectIdentifier(R.self),
      tags: tags,
      encode: { [byType] (element) throws(NavStore.Error) in
        let route = unwrap(element)
        guard let codec = byType[ObjectIdentifier(type(of: route))] else {
          throw .unregistered(route, in: R.self)
        }
        return try codec.encode(.box(route))
      },
      decode: { [byTag] (raw) throws(FailureCause) in
        guard let (type, codec) = byTag[raw.tag] else { throw .unknownType }
        let route = try codec.decode(raw)
        guard let element = try? wrap(route.unboxed(as: type)) else { throw .mappingFailed }
        return RouteBox(element)
      },
      currentKind: { [byTag] kind, tag in byTag[tag]?.codec.currentKind(kind, tag) ?? kind },
      route: unwrap,
      element: { [byType] route in
        guard byType[ObjectIdentifier(type(of: route))] != nil else { return nil }
        return (try? wrap(route)).map { RouteBox($0) }
      },
      types: types)
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
