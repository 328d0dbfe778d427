import NavStore
import NavStorePlatform

/// The deep links of an app, as a table of patterns without state.
///
/// ```swift
/// let links = NavDeepLinks<AppRoute>(schemes: ["app"], hosts: ["example.com"]) {
///   NavLinkPattern("cart", .cart)
///   NavLinkPattern("product?id={id}", AppRoute.product(id:))
///   NavLinkPattern("profile?user={id}", AppRoute.profile(user:))
///     .requiringSignIn()
/// }
/// ```
///
/// The view modifier `navDeepLinks(_:onOutcome:mayOpen:)` or
/// ``NavWindow/receive(_:in:onOutcome:mayOpen:)-(_,NavRouter<Element>,_,_)`` opens the links, and
/// ``url(for:scheme:)-(Element,_)`` creates a link.
///
/// Every pattern applies to the app's custom schemes and to web links to its hosts, with and
/// without `www.`. The host of a link with a custom scheme is its first path segment, so
/// `app://product?id=42` and `app:/product?id=42` are equal. Schemes and hosts are
/// case-insensitive; paths are case-sensitive.
///
/// If a link matches several patterns, the most specific pattern opens it. Path segments are
/// compared from the left: literals beat placeholders, placeholders beat the end of the path, and
/// the end beats `{rest*}`. If the kinds of segments are equal, more literal query items win, then
/// more required query values, and then the pattern that is declared first. If a value is invalid,
/// the link is refused without trying another pattern.
public struct NavDeepLinks<Element: NavElement>: Sendable {
  /// The mistakes in the declaration, as one sentence each.
  ///
  /// Mistakes are an invalid template, a value of an unsupported type, two patterns for the same
  /// links, and a table without schemes and hosts. Check in a test that the array is empty. A
  /// pattern that is itself invalid opens and creates no links.
  public let problems: [String]

  let rule: NavLinkRule
  let ruleAtLaunch: NavLinkRule
  let schemes: [String]
  let hosts: [String]

  /// The valid patterns, in the order of their declaration.
  let patterns: [NavLinkPattern<Element>]

  /// The valid patterns, the most specific first.
  let ranked: [NavLinkPattern<Element>]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - schemes: The custom schemes of the links.
  ///   - hosts: The hosts of the universal links. Write a non-ASCII host name in the form that the
  ///     links use, Unicode or Punycode, or in both forms.
  ///   - rule: The rule for links that arrive while the app runs.
  ///   - ruleAtLaunch: The rule for a link that launches the app, if the restored path isn't empty.
  ///     It applies to links that arrive until five seconds after the window's first stack appears,
  ///     as long as only links have changed the stack.
  ///   - patterns: The patterns.
  public init(
    schemes: [String] = [], hosts: [String] = [], rule: NavLinkRule = .push,
    ruleAtLaunch: NavLinkRule = .replacePath,
    @NavLinkPatternBuilder<Element> patterns: () -> [NavLinkPattern<Element>]
  ) {
    let declared = patterns()
    let valid = declared.filter { $0.fault == nil }
    let ranks = valid.map { $0.template.rank($0.forms) }
    // Sorts by rank. Patterns of equal rank keep the order of their declarations.
    ranked = valid.indices.sorted {
      (ranks[$0] + [$0]).lexicographicallyPrecedes(ranks[$1] + [$1])
    }.map { valid[$0] }
    self.patterns = valid
    self.schemes = schemes.map { $0.lowercased() }
    self.hosts = hosts.map { $0.lowercased() }
    (self.rule, self.ruleAtLaunch) = (rule, ruleAtLaunch)
    problems = Self.problems(self.schemes, self.hosts, declared, valid: valid, ranks)
  }

  /// Returns the path that a link opens, bottom first. An empty path is the root screen.
  ///
  /// Takes time in proportion to the number of patterns and the length of the link.
  ///
  /// - Throws: ``NavLinkRefusal``, but not `superseded`.
  public func path(for url: URL) throws(NavLinkRefusal) -> [Element] {
    try match(url).path
  }

  /// Returns the link to an element, or `nil` if no pattern makes a link to it.
  ///
  /// Opening the link results in an equal element. A text that is empty, `.` or `..` can be the
  /// value of a query item, but not a path segment.
  ///
  /// - Parameters:
  ///   - element: The screen to link to.
  ///   - scheme: A custom scheme of the links. With `nil`, the link is a web link to the first
  ///     host, or uses the first scheme if there is no host.
  public func url(for element: Element, scheme: String? = nil) -> URL? {
    url(for: [element], scheme: scheme)
  }

  /// Returns the link to a path, bottom first, or `nil` if no pattern makes a link to it.
  public func url(for path: [Element], scheme: String? = nil) -> URL? {
    for pattern in patterns {
      // A link with a path segment that is empty, `.` or `..` doesn't open the path.
      guard let texts = pattern.print(path),
        let url = url(pattern.template.filled(texts), of: pattern, scheme: scheme),
        (try? self.path(for: url)) == path
      else { continue }
      return url
    }
    return nil
  }

  private func url(
    _ parts: (segments: [String], query: String), of pattern: NavLinkPattern<Element>,
    scheme: String?
  ) -> URL? {
    var text: String
    var segments = parts.segments[...]
    if scheme == nil, let host = hosts.first {
      text = "https://" + host + "/"
    } else if let scheme = scheme ?? schemes.first {
      text = scheme + "://"
      // With a custom scheme, the first segment is the host. Some programs change hosts to
      // lowercase, so only a plain lowercase word is safe as a host.
      if let word = pattern.template.segments.first?.literal, word == word.lowercased(),
        word.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") })
      {
        text += word
        segments = segments.dropFirst()
      }
      if !segments.isEmpty || text.hasSuffix("/") { text += "/" }
    } else {
      return nil
    }
    text += segments.joined(separator: "/")
    if !parts.query.isEmpty { text += "?" + parts.query }
    return URL(string: text)
  }
}
