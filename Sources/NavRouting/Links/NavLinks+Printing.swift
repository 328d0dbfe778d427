#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavLinks {
  /// A link to `route`, by the first pattern declared that prints it; nil where none does.
  ///
  /// A link that is given opens the very same route again. Nil also where a path cannot hold a
  /// value (an empty text, `.` or `..`; a query item can), and where the link would be too long.
  ///
  /// - Parameters:
  ///   - route: What to link to.
  ///   - scheme: One of the app's schemes; unless given it is a web link to the first host, where
  ///     there is one.
  public func url(for route: Route, scheme: String? = nil) -> URL? {
    url(for: [route], scheme: scheme)
  }

  /// A link to a whole stack; otherwise as ``url(for:scheme:)-(Route,_)``.
  public func url(for stack: [Route], scheme: String? = nil) -> URL? {
    for pattern in patterns {
      guard let texts = pattern.print(stack), let parts = pattern.template.filled(texts),
        let url = url(parts, of: pattern, scheme: scheme), (try? match(url))?.routes == stack
      else { continue }
      return url
    }
    return nil
  }

  private func url(
    _ parts: (segments: [String], query: String), of pattern: NavPattern<Route>, scheme: String?
  ) -> URL? {
    var text: String
    var segments = parts.segments[...]
    if scheme == nil, let host = hosts.first {
      text = "https://" + host + "/"
    } else if let scheme = scheme ?? schemes.first {
      text = scheme + "://"
      // A host loses its case on some ways, so that only a plain word is safe there.
      if case .literal(let word)? = pattern.template.segments.first, Self.isPlain(word) {
        text += word
        segments = segments.dropFirst()
      }
      if !segments.isEmpty || parts.segments.isEmpty || text.hasSuffix("/") { text += "/" }
    } else {
      return nil
    }
    text += segments.joined(separator: "/")
    if !parts.query.isEmpty { text += "?" + parts.query }
    return text.utf8.count <= maximumLength ? URL(string: text) : nil
  }

  private static func isPlain(_ word: String) -> Bool {
    word.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
    }
  }
}
