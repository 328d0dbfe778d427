import NavStorePlatform
import Observation

/// The deep links of a window: which links an app has, and what happens when one comes in.
///
/// ```swift
/// @State private var links = NavDeepLinks<AppRoute>(schemes: ["app"], hosts: ["example.com"]) {
///   NavLinkPattern("cart", .cart)
///   NavLinkPattern("product?id={id}", AppRoute.product(id:))
///   NavLinkPattern("profile?user={id}", AppRoute.profile(user:)).requiringSignIn()
/// }
///
/// links.attach(to: router)
/// links.open(url)
/// links.url(for: .product(id: 42))       // https://example.com/product?id=42
/// ```
///
/// URLs, notifications, shortcuts and user activities all come in here. A link never races with the
/// restoration: a rule says what it does to a restored stack (see ``NavLinkRule``), whether it comes
/// before the router, at launch, or after the first frame. A link that cannot be opened changes
/// nothing, and its ``Outcome`` says why. A delivery that has an id opens once, also if it comes again
/// after a relaunch; without one, the same link within 2 seconds is the same delivery, unless the user
/// has navigated in between.
///
/// Every pattern applies to the app's own schemes (`app://product?id=42`, `app:/product?id=42`: the
/// host of such a link is the first path segment) and to web links to its hosts, with and without
/// `www.`. The case of schemes and hosts does not matter, that of paths does.
///
/// If a link matches several patterns, the most specific one gets it. Path segments are compared
/// from the left: literals beat placeholders, placeholders beat the end of the path, the end beats
/// `{rest*}`; then the pattern that asks for more query items wins. The pattern that gets a link
/// keeps it: a bad value refuses the link, and no other pattern is tried.
///
/// Making one reads nothing. Each window has its own.
@MainActor
public final class NavDeepLinks<Route: NavElement>: Observable {
  /// What became of a link.
  public enum Outcome: Sendable, Hashable {
    /// The stack is open: these routes.
    case opened([Route])

    /// The link opens once a router is attached for it.
    case waiting

    /// The link opens once the user has signed in, or ``resume()`` finds that it may.
    case parked

    /// Nothing has changed: the link was handled before, or the rule is ``NavLinkRule/keepStack``.
    case ignored

    /// Nothing has changed: the link cannot be opened.
    case refused(NavLinkRefusal)
  }

  /// Called with each link and its outcome; again when a link that waited or was parked opens or is
  /// given up.
  public var onOutcome: ((Link, Outcome) -> Void)?

  /// Whether routes may be opened now; links to others are parked. Nil allows all. Call ``resume()``
  /// when its answer changes.
  public var mayOpen: (([Route]) -> Bool)?

  /// Whether the user has signed in, for patterns that are ``NavLinkPattern/requiringSignIn()``.
  /// Follows ``NavWindow/account`` of the routers that are attached; an app that does not set that sets
  /// this. Signing in opens the parked links, signing out drops them.
  public var isSignedIn = false {
    didSet {
      guard isSignedIn != oldValue else { return }
      if isSignedIn { resume() } else { cancelParked() }
    }
  }

  /// Whether a router of a window with an account was attached.
  var followsAccount = false

  nonisolated let table: LinkTable<Route>
  let atLaunch: NavLinkRule
  let whileRunning: NavLinkRule
  let launchWindow: Duration
  let parkedLimit: Int
  let expiresAfter: Duration

  /// The time by which the durations are measured; tests set it.
  var clock: @Sendable () -> Date = { Date() }

  lazy var observedParked = Observed(\NavDeepLinks.parked)
  var parkedArrivals: [Arrival] = []

  /// Links that no router is attached for yet.
  var waiting: [Arrival] = []
  var targets: [String: Target] = [:]
  var anywhere: Target?

  /// The latest links that came in.
  var handled: [Handled] = []

  /// The stacks in which links opened at launch, and their revisions after that.
  var traces: [Trace] = []
  var lastRemembering: Task<Void, Never>?
  private var hasReportedProblems = false

  /// Declares the links of an app.
  ///
  /// - Parameters:
  ///   - schemes: The app's own URL schemes, as in its `Info.plist`.
  ///   - hosts: The hosts of its universal links. Give a name that is not ASCII in the form that the
  ///     links have, or in both.
  ///   - atLaunch: What a link does to a stack that was restored. A pattern can have its own rule.
  ///   - whileRunning: What a link does later, and at launch if no stack was restored.
  ///   - launchWindow: For how long after its router was attached a link counts as one of the launch,
  ///     unless the user has navigated before. A link that comes before the router always does.
  ///   - parkedLimit: How many parked links are kept; the newest ones are.
  ///   - expiresAfter: For how long links are kept that are parked or wait for a router.
  ///   - maximumLength: The longest link that is read, in bytes; longer ones are refused.
  ///   - patterns: The kinds of links.
  public nonisolated init(
    schemes: [String] = [], hosts: [String] = [], atLaunch: NavLinkRule = .replaceStack,
    whileRunning: NavLinkRule = .replaceStack, launchWindow: Duration = .seconds(5),
    parkedLimit: Int = 1, expiresAfter: Duration = .seconds(600), maximumLength: Int = 8_192,
    @NavLinkPatternBuilder<Route> patterns: () -> [NavLinkPattern<Route>]
  ) {
    table = LinkTable(
      schemes: schemes, hosts: hosts, maximumLength: maximumLength, patterns: patterns())
    self.atLaunch = atLaunch
    self.whileRunning = whileRunning
    self.launchWindow = launchWindow
    self.parkedLimit = parkedLimit
    self.expiresAfter = expiresAfter
  }

  /// What is wrong with the declaration, a sentence each: an ambiguity, a template that cannot be
  /// read, a type that cannot stand at its placeholder, neither a scheme nor a host. Expect it to be
  /// empty in a test; it is logged on first use. A pattern with a fault of its own is left out.
  public nonisolated var problems: [String] { table.problems }

  func reportProblems() {
    guard !hasReportedProblems else { return }
    hasReportedProblems = true
    for problem in problems { ProblemLog.note("Deep links: \(problem)", isFault: true) }
  }
}

// MARK: - Routes and links

extension NavDeepLinks {
  /// The stack that `url` links to, bottom first; empty is the root screen. Opens nothing.
  ///
  /// Takes time in proportion to the number of patterns and the length of the link.
  ///
  /// - Throws: ``NavLinkRefusal`` with any reason but `dropped`.
  public nonisolated func routes(for url: URL) throws(NavLinkRefusal) -> [Route] {
    try table.match(url).routes
  }

  /// A link to `route`, by the first pattern declared that prints it; nil if none does.
  ///
  /// The link opens the very same route again. Nil also if a path cannot hold a value (an empty
  /// text, `.` or `..`; a query item can), and if the link would be too long.
  ///
  /// - Parameters:
  ///   - route: The screen to link to.
  ///   - scheme: One of the app's schemes; nil makes a web link to the first host, if there is one.
  public nonisolated func url(for route: Route, scheme: String? = nil) -> URL? {
    table.url(for: [route], scheme: scheme)
  }

  /// A link to a whole stack; otherwise as ``url(for:scheme:)-(Route,_)``.
  public nonisolated func url(for stack: [Route], scheme: String? = nil) -> URL? {
    table.url(for: stack, scheme: scheme)
  }
}

// MARK: - Ways in

extension NavDeepLinks {
  /// Opens `url`, or says why not. If it opens in a router, this can be the router's first access,
  /// which restores its stack.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - id: The system's name of this delivery, not of the link: a delivery with an id opens once,
  ///     also if it comes again after a relaunch.
  @discardableResult
  public func open(_ url: URL, id: String? = nil) -> Outcome {
    take(url, id: id) { () throws(NavLinkRefusal) in try table.match(url) }
  }

  /// Opens a stack of the app's own choice as if a link had asked for it, bottom first.
  @discardableResult
  public func open(_ routes: [Route], in place: String = "", id: String? = nil) -> Outcome {
    take(nil, id: id) { LinkMatch(routes: routes, options: LinkOptions(place: place)) }
  }

  /// Opens what a notification, a shortcut item or a user activity carries.
  ///
  /// A link in the payload goes first, then a route, then the pattern that has this name; last the
  /// name itself, if it is a link.
  ///
  /// - Parameters:
  ///   - payload: A link as text or `URL` under `linkKey`, or a route as JSON (text or `Data`) under
  ///     `routeKey`, for routes that are `Decodable`.
  ///   - name: The type of a shortcut item or user activity: see ``NavLinkPattern/named(_:)``.
  ///   - linkKey: The payload's key for a link.
  ///   - routeKey: The payload's key for a route.
  ///   - id: As for ``open(_:id:)``.
  @discardableResult
  public func open(
    payload: [AnyHashable: Any], named name: String? = nil, linkKey: String = "link",
    routeKey: String = "route", id: String? = nil
  ) -> Outcome {
    switch (payload[linkKey], payload[routeKey]) {
    case (let url as URL, _): open(url, id: id)
    case (let text as String, _):
      take(URL(string: text), id: id) { () throws(NavLinkRefusal) in try table.match(text: text) }
    case (nil, let json?):
      take(nil, id: id) { () throws(NavLinkRefusal) in
        LinkMatch(routes: [try Self.route(fromJSON: json)])
      }
    case (nil, nil):
      take(nil, id: id) { () throws(NavLinkRefusal) in
        guard let name else { throw .badPayload }
        return try table.match(named: name)
      }
    default: take(nil, id: id) { () throws(NavLinkRefusal) in throw .badPayload }
    }
  }

  private static func route(fromJSON value: Any) throws(NavLinkRefusal) -> Route {
    let json = value as? Data ?? (value as? String).map { Data($0.utf8) }
    guard let json, let type = Route.self as? any Decodable.Type,
      let route = try? JSONDecoder().decode(type, from: json) as? Route
    else { throw .badPayload }
    return route
  }
}
