import NavStorePlatform

/// The path segments and query items of a link, each percent-decoded once.
///
/// The syntax is RFC 3986's. Empty segments and the fragment are ignored. A `+` is a plus sign,
/// because only HTML forms use it for a space.
struct LinkText: Sendable {
  private(set) var segments: [String] = []
  private(set) var query: [(name: String, value: String)] = []

  /// Whether the first segment is the host of a link with a custom scheme. A host is
  /// case-insensitive.
  let startsWithHost: Bool

  /// - Parameter host: The percent-encoded host, if it is the first path segment of the link;
  ///   otherwise, `nil`.
  init(_ components: URLComponents, host: String?) throws(NavLinkRefusal) {
    if let host, !host.isEmpty { segments.append(try Self.decoded(host[...])) }
    startsWithHost = !segments.isEmpty
    for raw in components.percentEncodedPath.split(separator: "/") {
      let segment = try Self.decoded(raw)
      // A program that forwards a link may remove `.` segments, and each `..` segment with the
      // segment before it.
      guard segment != ".", segment != ".." else { throw .unsupported }
      segments.append(segment)
    }
    for raw in (components.percentEncodedQuery ?? "").split(separator: "&") {
      let parts = raw.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? try Self.decoded(parts[1]) : ""
      query.append((try Self.decoded(parts[0]), value))
    }
  }

  /// Percent-decodes a text. Refuses invalid UTF-8, because repairing it would make different links
  /// equal.
  private static func decoded(_ text: Substring) throws(NavLinkRefusal) -> String {
    // Decode the text as a fragment, because `removingPercentEncoding` isn't part of
    // FoundationEssentials. A fragment may contain all characters of a path and a query.
    guard let decoded = URLComponents(string: "#" + text)?.fragment else { throw .unsupported }
    return decoded
  }

  /// Percent-encodes all characters except RFC 3986's unreserved ones.
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) {
        return String(Unicode.Scalar(byte))
      }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension UInt8 {
  var isASCIILetterOrDigit: Bool {
    let character = Character(Unicode.Scalar(self))
    return character.isASCII && (character.isLetter || character.isNumber)
  }
}
