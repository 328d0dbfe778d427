import NavStore
import NavStorePlatform

/// The deep links of an app: a table of patterns, with no state.
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
/// ``NavWindow/receive(_:in:onOutcome:mayOpen:)-(_,NavRouter<Element>,_,_)`` opens them, and
/// ``url(for:scheme:)-(Element,_)`` makes one.
///
/// Every pattern applies to the app's own schemes and to web links to its hosts, with and without `www.`. The
/// host of a link with an own scheme is its first path segment: `app://product?id=42` and
/// `app:/product?id=42` are equal. The case of schemes and hosts does not matter, that of paths does.
///
/// If a link matches several patterns, the most specific one gets it. Path segments are compared from the
/// left: literals beat placeholders, placeholders beat the end of the path, the end beats `{rest*}`. Then the
/// pattern with more query items wins, and then the first one. A bad value refuses the link, and no other
/// pattern is tried.
public struct NavDeepLinks<Element: NavElement>: Sendable {
  /// The mistakes in the declaration, a sentence each: a template that is not valid, a value of a type that
  /// cannot be in a link, two patterns for the same links, neither a scheme nor a host. A test expects it to
  /// be empty. A pattern with a mistake of its own is left out.
  public let problems: [String]

  let rule: NavLinkRule
  let ruleAtLaunch: NavLinkRule
  let schemes: [String]
  let hosts: [String]

  /// The valid patterns, as declared.
  let patterns: [NavLinkPattern<Element>]

  /// The valid patterns, the most specific first.
  let ranked: [NavLinkPattern<Element>]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - schemes: The custom schemes of the links.
  ///   - hosts: The hosts of the universal links. Write a name that is not ASCII as in the links, or in both
  ///     forms.
  ///   - rule: The rule for links that come in while the app runs.
  ///   - ruleAtLaunch: The rule for a link that launches the app, on the restored stack. It is used until five
  ///     seconds after the stack is on screen, as long as only links change the stack.
  ///   - patterns: The patterns.
  public init(
    schemes: [String] = [], hosts: [String] = [], rule: NavLinkRule = .push,
    ruleAtLaunch: NavLinkRule = .replacePath,
    @NavLinkPatternBuilder<Element> patterns: () -> [NavLinkPattern<Element>]
  ) {
    let declared = patterns()
    let valid = declared.filter { $0.fault == nil }
    let ranks = valid.map { $0.template.rank($0.forms) }
    // Stable: of two equally specific patterns, the one declared first stays first.
    let order = valid.indices.sorted { one, other in
      ranks[one] == ranks[other]
        ? one < other : ranks[one].lexicographicallyPrecedes(ranks[other])
    }
    self.patterns = valid
    ranked = order.map { valid[$0] }
    self.schemes = schemes.map(\.asciiLowercased)
    self.hosts = hosts.map(\.asciiLowercased)
    (self.rule, self.ruleAtLaunch) = (rule, ruleAtLaunch)
    problems = Self.problems(self.schemes, self.hosts, declared, valid: valid, ranks)
  }

  /// The names of the stacks that patterns name.
  var stacks: Set<String> { Set(patterns.compactMap(\.options.stack)) }

  /// Returns the path that a link opens, bottom first. An empty path is the root screen.
  ///
  /// Takes time in proportion to the number of patterns and the length of the link.
  ///
  /// - Throws: ``NavLinkRefusal``, but not `superseded`.
  public func path(for url: URL) throws(NavLinkRefusal) -> [Element] {
    try match(url).path
  }

  /// Returns the link to an element, or `nil` if no pattern has one.
  ///
  /// The link opens an equal element again. A path segment cannot hold an empty text, `.` or `..`; a query
  /// item can.
  ///
  /// - Parameters:
  ///   - element: The screen to link to.
  ///   - scheme: A custom scheme of the links. With `nil` it is a web link to the first host, if there is one.
  public func url(for element: Element, scheme: String? = nil) -> URL? {
    url(for: [element], scheme: scheme)
  }

  /// Returns the link to a path, bottom first, or `nil` if no pattern has one.
  public func url(for path: [Element], scheme: String? = nil) -> URL? {
    for pattern in patterns {
      guard let texts = pattern.print(path), let parts = pattern.template.filled(texts),
        let url = url(parts, of: pattern, scheme: scheme), (try? self.path(for: url)) == path
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
      // Some programs lowercase hosts, so only a plain lowercase word is safe as one.
      if case .literal(let word)? = pattern.template.segments.first,
        word == word.asciiLowercased,
        word.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") })
      {
        text += word
        segments = segments.dropFirst()
      }
      if !segments.isEmpty || parts.segments.isEmpty || text.hasSuffix("/") { text += "/" }
    } else {
      return nil
    }
    text += segments.joined(separator: "/")
    if !parts.query.isEmpty { text += "?" + parts.query }
    return URL(string: text)
  }
}
