extension RouteCodec {
  /// Creates a codec of elements that are routes of several types, or are stored as such routes.
  /// An element for which `unwrap` returns `nil` is never stored.
  static func mixed<R: NavElement>(
    _ types: [any NavRoute.Type], _ codecs: CodecCache,
    unwrap: @escaping @Sendable (R) -> (any NavRoute)?,
    wrap: @escaping @Sendable (any NavRoute) throws -> R?
  ) throws(NavStore.Error) -> RouteCodec {
    var byType: [ObjectIdentifier: (type: any NavRoute.Type, codec: RouteCodec)] = [:]
    var byTag: [String: (type: any NavRoute.Type, codec: RouteCodec)] = [:]
    var (tags, storedTypes): ([String: ObjectIdentifier], [any NavRoute.Type]) = ([:], [])
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
      byType[ObjectIdentifier(type)] = (type, codec)
      storedTypes += codec.types
    }
    return RouteCodec(
      identity: ObjectIdentifier(R.self),
      tags: tags,
      encode: { [byType] (element) throws(NavStore.Error) in
        guard let route = unwrap(element.unboxed(as: R.self)) else { throw .notStored }
        guard let codec = byType[ObjectIdentifier(type(of: route))]?.codec else {
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
      route: { [byType] element in
        let route = unwrap(element.unboxed(as: R.self))
        guard let route, let codec = byType[ObjectIdentifier(type(of: route))]?.codec else {
          return route
        }
        return codec.route(.box(route))
      },
      element: { [byType] route in
        let own = byType.values.lazy.compactMap { type, codec in
          codec.element(route).flatMap { try? wrap($0.unboxed(as: type)) }
        }
        return own.first.map { RouteBox($0) }
      },
      types: storedTypes)
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
