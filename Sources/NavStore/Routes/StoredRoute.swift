import NavStorePlatform

/// A route in its stored form, without type parameters.
///
/// This is a class, because it is passed through many functions, and each copy of a struct would
/// copy all of its properties.
package final class StoredRoute: Sendable, Equatable {
  /// The route as a read of the file returns it.
  package let raw: RawRoute
  package let historyKey: String
  package let historyKind: String

  /// Whether visits of the route are recorded in the history.
  let isInHistory: Bool

  init(_ raw: RawRoute, historyKey: String, historyKind: String, isInHistory: Bool = true) {
    self.raw = raw
    self.historyKey = historyKey
    self.historyKind = historyKind
    self.isInHistory = isInHistory
  }

  @inline(never)
  package static func == (a: StoredRoute, b: StoredRoute) -> Bool {
    a.raw.fingerprint == b.raw.fingerprint && a.raw == b.raw && a.historyKey == b.historyKey
      && a.historyKind == b.historyKind && a.isInHistory == b.isInHistory
  }
}

/// A route as it is in the file, encoded.
package struct RawRoute: Sendable, Hashable {
  package let tag: String
  package let version: Int

  /// The JSON. The library writes it with sorted keys.
  package let payload: [UInt8]

  /// A hash of tag, version and payload. It is used to look up a stored route, and as a checksum.
  let fingerprint: Int64

  /// Whether the bytes match their checksum.
  package var isIntact: Bool {
    fingerprint == Self.fingerprint(tag: tag, version: version, payload: payload)
  }

  static func fingerprint(tag: String, version: Int, payload: [UInt8]) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(tag)
    fingerprint.combine(Int64(version))
    payload.withUnsafeBytes { fingerprint.combine($0) }
    return fingerprint.value
  }
}

extension RawRoute {
  /// Makes an intact route.
  package init(tag: String, version: Int, payload: [UInt8]) {
    self.init(
      tag: tag, version: version, payload: payload,
      fingerprint: Self.fingerprint(tag: tag, version: version, payload: payload))
  }
}
