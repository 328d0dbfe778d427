import NavStorePlatform

/// A link taken apart: path segments and query items, each percent-decoded once.
///
/// The generic syntax is RFC 3986's. Empty segments and the fragment do not count. A `+` is a plus
/// sign: that it stands for a space is a rule of HTML forms.
struct LinkText: Sendable {
  let segments: [String]
  let query: [(name: String, value: String)]

  /// Whether the first segment was the host of a custom scheme's link: its case does not count.
  let startsWithHost: Bool

  /// - Parameter host: The first segment, still encoded; nil if the path has them all.
  init(_ components: URLComponents, host: String?) throws(NavLinkRefusal) {
    var segments: [String] = []
    let isHosted = host.map { !$0.isEmpty } ?? false
    if let host, isHosted { segments.append(try Self.decoded(host[...])) }
    for raw in components.percentEncodedPath.split(separator: "/") {
      let segment = try Self.decoded(raw)
      // Programs that pass a link on may remove these, with the segment before them.
      guard segment != ".", segment != ".." else { throw .unsupported }
      segments.append(segment)
    }
    var query: [(name: String, value: String)] = []
    for raw in (components.percentEncodedQuery ?? "").split(separator: "&") {
      let parts = raw.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? try Self.decoded(parts[1]) : ""
      query.append((try Self.decoded(parts[0]), value))
    }
    self.segments = segments
    self.query = query
    startsWithHost = isHosted
  }

  /// Refuses what is not UTF-8: repairing it would turn different links into the same one.
  private static func decoded(_ text: Substring) throws(NavLinkRefusal) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else {
        throw .unsupported
      }
      bytes.append(UInt8(high << 4 | low))
    }
    let decoded = String(decoding: bytes, as: UTF8.self)
    guard decoded.utf8.elementsEqual(bytes) else { throw .unsupported }
    return decoded
  }

  /// `text` with all but RFC 3986's unreserved characters percent-encoded.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// What it is worth as a hexadecimal digit; nil if it is none.
  fileprivate var hexDigitValue: Int? { Character(Unicode.Scalar(self)).hexDigitValue }
}

extension String {
  /// With A to Z in lower case; everything else as it is.
  var asciiLowercased: String {
    String(
      decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }
}
