import NavStorePlatform

/// Encodes and decodes the elements of a stack.
///
/// A stack encodes and decodes its elements only through a codec. So one class of stacks is enough
/// for routes, for elements of several types, and for elements with a storage type. A codec takes
/// and returns elements in a ``RouteBox`` of their type.
package struct RouteCodec: Sendable {
  /// Identifies the type of the elements. Codecs with the same identity can use one live stack.
  let identity: ObjectIdentifier

  /// The tags (stored names of types) that this codec reads, each with the type that is stored
  /// under it.
  let tags: [String: ObjectIdentifier]

  /// Throws `notStored` for a route that must not be stored.
  package let encode: @Sendable (ErasedRoute) throws(NavStore.Error) -> StoredRoute
  package let decode: @Sendable (RawRoute) throws(FailureCause) -> ErasedRoute

  /// Decodes several routes at once. Returns `nil` if that isn't possible or a route is not intact.
  /// The caller then decodes each route alone. The result has the array of the elements, and a
  /// function that puts them in boxes. A list of the history needs no boxes.
  var decodeAll: @Sendable ([RawRoute]) -> (routes: any Sendable, boxed: () -> [ErasedRoute])? = {
    _ in nil
  }

  /// Returns the current name of a stored kind, which may be a former name of a case, for a route
  /// with the given tag.
  package var currentKind: @Sendable (_ kind: String, _ tag: String) -> String = { kind, _ in kind }

  /// Returns the route that an element is stored as; `nil` if the element is never stored.
  var route: @Sendable (ErasedRoute) -> (any NavRoute)? = { _ in nil }

  /// Returns the element for a route; `nil` if the route's type is not one that the stack can hold.
  var element: @Sendable (any NavRoute) -> ErasedRoute? = { _ in nil }

  /// The types that routes are stored as.
  var types: [any NavRoute.Type] = []
}

extension RouteCodec {
  /// Returns the decoded route, or the cause of the failure.
  func result(of raw: RawRoute) -> Result<ErasedRoute, FailureCause> {
    Result { () throws(FailureCause) in try decode(raw) }
  }

  /// Creates a codec of routes that are stored as JSON.
  static func json<R: NavRoute>(
    _ type: R.Type, _ form: RouteForm, _ codecs: CodecCache
  ) throws(NavStore.Error) -> RouteCodec {
    let (payloadLimit, recordsHistory) = (codecs.payloadLimit, codecs.recordsHistory)
    let evolution = try RouteEvolution(R.self, form)
    // The type of the boxes is looked up once, because this generic code runs unspecialized.
    let box = RouteBox<R>.self
    let coder = JSONCoder()
    let isEnum = Locked<Bool?>(nil)
    return RouteCodec(
      identity: ObjectIdentifier(R.self),
      tags: evolution.tags.reduce(into: [:]) { $0[$1] = ObjectIdentifier(R.self) },
      encode: { (route) throws(NavStore.Error) in
        let route = route.unboxed(as: R.self)
        let traits = route.routeTraits
        guard traits.isStored else {
          throw .notStored
        }
        let payload = try coder.encode(route)
        guard payload.count <= payloadLimit else {
          throw .invalid(
            """
            A route takes \(payload.count) bytes; the limit is \(payloadLimit). Store the number of the \
            data instead of the data.
            """)
        }
        // Check only once whether the type is an enum, because a mirror takes as long as encoding a
        // small payload.
        let isEnum = isEnum.withLock { isEnum in
          if let isEnum { return isEnum }
          let found = Mirror(reflecting: route).displayStyle == .enum
          isEnum = found
          return found
        }
        var (key, kind) = (traits.itemID, traits.kind)
        if key == nil || kind == nil {
          let naming = evolution.naming(of: payload, isEnum: isEnum)
          (key, kind) = (key ?? naming.key, kind ?? naming.kind)
        }
        return StoredRoute(
          RawRoute(tag: evolution.tag, version: evolution.form.version, payload: payload),
          historyKey: key ?? evolution.tag, historyKind: kind ?? evolution.tag,
          isInHistory: recordsHistory && traits.isInHistory)
      },
      decode: { (raw) throws(FailureCause) in
        guard raw.tag == evolution.tag || evolution.form.formerNames.contains(raw.tag) else {
          throw .unknownType
        }
        // A negative version would need an upgrade step for each number up to the current version.
        guard raw.isIntact, raw.version >= 0 else { throw .damaged }
        guard raw.version <= evolution.form.version else { throw .newerVersion }
        let payload = try evolution.upgraded(raw, with: coder) ?? raw.payload
        guard let route = coder.decode(R.self, from: payload) else { throw .undecodable }
        return box.init(route)
      },
      decodeAll: { raws in
        decodeJoined(raws, as: R.self, evolution, with: coder).map { routes in
          // Use indices, because `map` would look up metadata for each element.
          (routes, { routes.indices.map { box.init(routes[$0]) } })
        }
      },
      currentKind: { kind, _ in evolution.currentName(of: kind) },
      route: { $0.unboxed(as: R.self) },
      element: { ($0 as? R).map { box.init($0) } },
      types: [R.self])
  }
}

extension RouteCodec {
  /// Creates a codec of a stack whose elements are never stored.
  static func inMemoryOnly<R>(_ type: R.Type) -> RouteCodec {
    RouteCodec(
      identity: ObjectIdentifier(type), tags: [:],
      encode: { (_) throws(NavStore.Error) in throw .notStored },
      decode: { (_) throws(FailureCause) in throw .unknownType })
  }
}

/// A JSON coder with stable bytes: sorted keys, plain slashes, and strings for the numbers that
/// JSON lacks. It calls a value's `encode(to:)` again if ``StreamingJSONEncoder`` can't encode the
/// value.
struct JSONCoder: Sendable {
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }

  func encode(_ value: some Encodable) throws(NavStore.Error) -> [UInt8] {
    let json: [UInt8]
    do {
      json = try StreamingJSONEncoder.json(of: value) ?? [UInt8](encoder.encode(value))
    } catch {
      throw NavStore.Error(
        .codingFailed,
        """
        \(Self.name(of: value)) cannot be encoded as JSON: \(Self.reason(of: error)). Check its encode(to:).
        """)
    }
    guard JSONScanner.isWithinDepthLimit(json) else {
      throw NavStore.Error(
        .codingFailed,
        """
        \(Self.name(of: value)) is nested more than \(JSONScanner.depthLimit) deep. Make it flatter.
        """)
    }
    return json
  }

  /// Returns the type of a value, with the case of an enum, but without any content.
  private static func name(of value: some Encodable) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let name = mirror.children.first?.label else {
      return "A value of type \(type(of: value))"
    }
    return "The case \(name) of \(type(of: value))"
  }

  /// Returns the kind of an error and its coding path, because the error's description may quote
  /// the value. The path leaves out the keys of dictionaries, because they are data of the user
  /// too.
  private static func reason(of error: any Error) -> String {
    guard case EncodingError.invalidValue(let value, let context) = error else {
      return "\(type(of: error)) was thrown"
    }
    let path = context.codingPath.compactMap { key in
      "\(type(of: key))".hasPrefix("_") ? nil : key.stringValue
    }
    return "invalidValue of type \(type(of: value)) at \(path.joined(separator: "."))"
  }

  /// Returns `nil` if the JSON can't be decoded, or is nested more deeply than ``JSONScanner/depthLimit``.
  func decode<T: Decodable>(_ type: T.Type, from json: [UInt8]) -> T? {
    guard JSONScanner.isWithinDepthLimit(json) else { return nil }
    return try? decoder.decode(type, from: Data(json))
  }
}
