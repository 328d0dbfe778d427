#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How the routes of a session are written and read.
///
/// A session knows routes only through this, so type-erased and mapped routes need no session of
/// their own.
struct RouteCodec<R: Sendable>: Sendable {
  /// What tells two codecs of one store apart; sessions are shared between equal ones.
  let identity: ObjectIdentifier

  /// The tags that this codec reads.
  let tags: [String]
  let encode: @Sendable (R) throws(NavStore.Error) -> StoredRoute
  let decode: @Sendable (RawRoute) throws(NavStore.LossReason) -> R
}

extension RouteCodec where R: NavStore.Route {
  /// The codec of a route type that is its own stored form.
  static func json(payloadLimit: Int) throws(NavStore.Error) -> RouteCodec {
    let tag = R.routeTag
    guard RouteTag.isStable(tag) else {
      throw NavStore.Error(
        .unstableRouteTag,
        "A local or private route type needs a static routeTag: its name changes between builds.")
    }
    let version = R.routeVersion
    let coder = JSONCoder()
    return RouteCodec(
      identity: ObjectIdentifier(R.self),
      tags: [tag],
      encode: { (route) throws(NavStore.Error) in
        let payload = try coder.encode(route)
        guard payload.count <= payloadLimit else {
          throw NavStore.Error(
            .payloadTooLarge,
            "A route takes \(payload.count) bytes; the limit is \(payloadLimit).")
        }
        let key = route.historyKey
        let kind = route.historyKind
        var naming: RouteNaming?
        if key == nil || kind == nil {
          let isEnum = Mirror(reflecting: route).displayStyle == .enum
          naming = RouteNaming(tag: tag, payload: payload, isEnum: isEnum)
        }
        return StoredRoute(
          tag: tag, version: version, payload: payload,
          historyKey: key ?? naming?.historyKey ?? tag,
          historyKind: kind ?? naming?.historyKind ?? tag)
      },
      decode: { (raw) throws(NavStore.LossReason) in
        guard raw.tag == tag else { throw .unknownTag }
        guard raw.isIntact else { throw .damaged }
        guard raw.version <= version else { throw .newerVersion }
        guard let route = coder.decode(R.self, from: raw.payload) else { throw .undecodable }
        return route
      })
  }
}

extension RouteCodec {
  /// The codec of a session whose routes are never stored.
  static func inMemoryOnly() -> RouteCodec where R: NavStore.Route {
    RouteCodec(
      identity: ObjectIdentifier(R.self), tags: [],
      encode: { (_) throws(NavStore.Error) in throw .closed },
      decode: { (_) throws(NavStore.LossReason) in throw .unknownTag })
  }
}

/// JSON with stable bytes: sorted keys, plain slashes, and a place for the numbers JSON lacks.
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

  func encode(_ value: some Encodable) throws(NavStore.Error) -> Data {
    do {
      return try encoder.encode(value)
    } catch {
      // The underlying error quotes the value: it stays out.
      throw NavStore.Error(
        .encodingFailed, "A value of type \(type(of: value)) cannot be encoded as JSON.")
    }
  }

  /// Nil where it does not decode.
  func decode<T: Decodable>(_ type: T.Type, from data: Data) -> T? {
    try? decoder.decode(type, from: data)
  }
}
