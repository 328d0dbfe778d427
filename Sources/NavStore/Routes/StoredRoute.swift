#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A route as it is written: no type parameters, ready for the tables.
package struct StoredRoute: Sendable, Equatable {
  package let tag: String
  package let version: Int

  /// JSON, keys sorted.
  package let payload: Data
  package let historyKey: String
  package let historyKind: String

  /// Whether seeing it is history.
  let isInHistory: Bool

  /// Of tag, version and payload: look-up key and checksum.
  let fingerprint: Int64

  init(
    tag: String, version: Int, payload: Data, historyKey: String, historyKind: String,
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

  static func fingerprint(tag: String, version: Int, payload: Data) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(tag)
    fingerprint.combine(Int64(version))
    payload.withUnsafeBytes { fingerprint.combine($0) }
    return fingerprint.value
  }
}

/// A route as it was read, not yet decoded.
struct RawRoute: Sendable, Hashable {
  let tag: String
  let version: Int
  let payload: Data
  let fingerprint: Int64

  /// Whether the bytes are those that were written.
  var isIntact: Bool {
    fingerprint == StoredRoute.fingerprint(tag: tag, version: version, payload: payload)
  }
}
