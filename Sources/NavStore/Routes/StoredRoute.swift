import NavStorePlatform

/// A route in its stored form, without type parameters.
///
/// This is a class, because it is passed through many functions, and each copy of a struct would
/// copy all of its properties.
package final class StoredRoute: Sendable, Equatable {
  package let tag: String
  package let version: Int

  /// The JSON, with sorted keys.
  package let payload: [UInt8]
  package let historyKey: String
  package let historyKind: String

  /// Whether visits of the route are recorded in the history.
  let isInHistory: Bool

  /// A hash of tag, version and payload. It is used to look up a stored route, and as a checksum.
  let fingerprint: Int64

  init(
    tag: String, version: Int, payload: [UInt8], historyKey: String, historyKind: String,
    isInHistory: Bool = true
  ) {
    self.isInHistory = isInHistory
    self.tag = tag
    self.version = version
    self.payload = payload
    self.historyKey = historyKey
    self.historyKind = historyKind
    fingerprint = Self.fingerprint(tag: tag, version: version, payload: payload)
  }

  @inline(never)
  package static func == (a: StoredRoute, b: StoredRoute) -> Bool {
    a.fingerprint == b.fingerprint && a.tag == b.tag && a.version == b.version
      && a.payload == b.payload && a.historyKey == b.historyKey
      && a.historyKind == b.historyKind && a.isInHistory == b.isInHistory
  }

  static func fingerprint(tag: String, version: Int, payload: [UInt8]) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(tag)
    fingerprint.combine(Int64(version))
    payload.withUnsafeBytes { fingerprint.combine($0) }
    return fingerprint.value
  }
}

/// A route as it was read from the file, before decoding.
package struct RawRoute: Sendable, Hashable {
  package let tag: String
  package let version: Int
  package let payload: [UInt8]
  let fingerprint: Int64

  /// Whether the bytes match their checksum.
  package var isIntact: Bool {
    fingerprint == StoredRoute.fingerprint(tag: tag, version: version, payload: payload)
  }
}

extension RawRoute {
  /// Makes an intact route.
  package init(tag: String, version: Int, payload: [UInt8]) {
    self.init(
      tag: tag, version: version, payload: payload,
      fingerprint: StoredRoute.fingerprint(tag: tag, version: version, payload: payload))
  }
}
