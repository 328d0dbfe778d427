import Observation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one way in: every link, notification, shortcut and activity of a window goes through it.
///
/// ```swift
/// @State private var door = NavDoor<AppRoute>(schemes: ["app"], hosts: ["example.com"]) {
///   NavPattern("cart", .cart)
///   NavPattern("product?id={id}", AppRoute.product(id:))
///   NavPattern("profile?user={id}", AppRoute.profile(user:)).requiringSignIn()
/// }
///
/// door.attach(to: router)
/// door.open(url)
/// ```
///
/// A link never races with the restoration: it is held against the stack that was restored, by one
/// declared rule (``NavDoorSettings/atLaunch``, ``NavDoorSettings/whileRunning``), whether it comes
/// before the router, at launch, or after the first frame. One that cannot be opened changes
/// nothing, and ``open(_:)`` says why. One that comes through two entrances, or again after a
/// relaunch, opens once.
///
/// Making a door is cheap and reads nothing. A window has a door of its own; its ``NavLinks`` can be
/// shared.
@MainActor
public final class NavDoor<Route: Hashable & Sendable>: Observable {
  /// What the door opens.
  public let links: NavLinks<Route>

  /// How it behaves.
  public var settings: NavDoorSettings

  /// Is told of every delivery and what became of it, also when that is later: a link that waited
  /// or was parked is told of again.
  public var onOutcome: ((NavDelivery<Route>, NavLinkOutcome<Route>) -> Void)?

  /// Whether routes may be opened now; links to others are parked. Everything may, unless set. Call
  /// ``resume()`` when its answer has changed.
  public var mayOpen: (([Route]) -> Bool)?

  /// Whether the user has signed in, for patterns that are ``NavPattern/requiringSignIn()``; false
  /// unless set. Signing in opens what was parked, signing out forgets it.
  public var isSignedIn = false {
    didSet {
      guard isSignedIn != oldValue else { return }
      if isSignedIn { resume() } else { cancelParked() }
    }
  }

  private let registrar = ObservationRegistrar()
  private var parkedArrivals: [Arrival] = []

  /// Links that no router is attached for yet.
  var waiting: [Arrival] = []
  var targets: [String: Target] = [:]
  var anywhere: Target?

  /// What came in last.
  var handled: [Handled] = []

  /// The stacks in which links of the launch were opened, as that left them.
  var traces: [Trace] = []
  var lastRemembering: Task<Void, Never>?

  /// A door for links that were declared.
  public init(_ links: NavLinks<Route>, settings: NavDoorSettings = NavDoorSettings()) {
    self.links = links
    self.settings = settings
  }

  /// A door for these links: see ``NavLinks/init(schemes:hosts:maximumLength:_:)``.
  public convenience init(
    schemes: [String] = [], hosts: [String] = [], settings: NavDoorSettings = NavDoorSettings(),
    @NavPatternBuilder<Route> _ patterns: () -> [NavPattern<Route>]
  ) {
    self.init(NavLinks(schemes: schemes, hosts: hosts, patterns), settings: settings)
  }

  /// Opens `url`.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - id: What the system names the delivery by, if it does: see ``NavDelivery``.
  @discardableResult
  public func open(_ url: URL, id: String? = nil) -> NavLinkOutcome<Route> {
    open(.url(url, id: id))
  }

  /// Opens what is delivered, or says why not. Where it opens in a router, this is that router's
  /// first access: it restores before.
  @discardableResult
  public func open(_ delivery: NavDelivery<Route>) -> NavLinkOutcome<Route> {
    report(outcome(of: delivery), of: delivery)
  }

  /// As ``NavLinks/url(for:scheme:)-(Route,_)``.
  public func url(for route: Route, scheme: String? = nil) -> URL? {
    links.url(for: route, scheme: scheme)
  }
}

// MARK: - Arrivals

extension NavDoor {
  /// A delivery that is for this app.
  struct Arrival {
    let delivery: NavDelivery<Route>
    let match: NavLinks<Route>.Match
    let time: Date
  }

  /// A delivery that has been taken in.
  struct Handled {
    let arrival: Arrival

    /// The stack that it was opened in, as it was after that.
    var trace: Trace?

    func isOf(_ other: Arrival) -> Bool {
      arrival.time == other.time && arrival.match == other.match
        && arrival.delivery.id == other.delivery.id
    }
  }

  private func outcome(of delivery: NavDelivery<Route>) -> NavLinkOutcome<Route> {
    do throws(NavLinkRefusal) {
      let match = try links.match(delivery)
      let arrival = Arrival(delivery: delivery, match: match, time: settings.clock())
      guard !isDuplicate(arrival) else { return .duplicate }
      handled.append(Handled(arrival: arrival))
      if handled.count > 32 { handled.removeFirst() }
      return admit(arrival)
    } catch {
      return .refused(error)
    }
  }

  private func isDuplicate(_ new: Arrival) -> Bool {
    handled.contains { known in
      let old = known.arrival
      if let id = new.delivery.id, let oldID = old.delivery.id { return id == oldID }
      return old.match.routes == new.match.routes && old.match.place == new.match.place
        && isWithin(settings.duplicateWindow, from: old.time, to: new.time)
        && known.trace?.isFresh ?? true
    }
  }

  /// Parks an arrival, lets it wait, or opens it.
  private func admit(_ arrival: Arrival) -> NavLinkOutcome<Route> {
    let match = arrival.match
    let isAllowed = (isSignedIn || !match.requiresSignIn) && mayOpen?(match.routes) ?? true
    guard isAllowed else { return park(arrival) }
    guard let outcome = openInTarget(arrival) else {
      waiting.append(arrival)
      if waiting.count > 8 { refuse(waiting.removeFirst(), .superseded) }
      return .waiting
    }
    return outcome
  }

  /// Tries again what was kept.
  @discardableResult
  func retry(_ arrivals: [Arrival]) -> [NavLinkOutcome<Route>] {
    let now = settings.clock()
    return arrivals.map { arrival in
      guard isWithin(settings.keepsFor, from: arrival.time, to: now) else {
        return refuse(arrival, .expired)
      }
      return report(admit(arrival), of: arrival.delivery)
    }
  }

  /// Gives up a link that was kept. If it comes again, it is new.
  @discardableResult
  private func refuse(
    _ arrival: Arrival, _ code: NavLinkRefusal.Code
  ) -> NavLinkOutcome<Route> {
    handled.removeAll { $0.isOf(arrival) }
    let refusal = NavLinkRefusal(code, pattern: arrival.match.pattern)
    return report(.refused(refusal), of: arrival.delivery)
  }

  private func report(
    _ outcome: NavLinkOutcome<Route>, of delivery: NavDelivery<Route>
  ) -> NavLinkOutcome<Route> {
    if case .refused(let refusal) = outcome { ProblemLog.note("A link was refused. \(refusal)") }
    onOutcome?(delivery, outcome)
    return outcome
  }

  func isWithin(_ limit: Duration, from start: Date, to end: Date) -> Bool {
    // A clock that was set back counts as no time: no link is lost by that.
    end.timeIntervalSince(start) <= limit / .seconds(1)
  }
}

// MARK: - Parking

extension NavDoor {
  /// The links that are parked, oldest first.
  ///
  /// In memory only: a link can carry what is nobody else's business (an invitation, a token), and
  /// it is not known yet who will sign in. An app that wants to keep them over a relaunch saves
  /// their URLs, and opens them again.
  public var parked: [NavDelivery<Route>] {
    registrar.access(self, keyPath: \.parked)
    return parkedArrivals.map(\.delivery)
  }

  /// Opens the parked links that may be opened by now, oldest first; the others stay parked.
  @discardableResult
  public func resume() -> [NavLinkOutcome<Route>] {
    retry(takeParked(parkedArrivals.count))
  }

  /// Forgets the parked links, as signing out does.
  public func cancelParked() {
    for arrival in takeParked(parkedArrivals.count) { refuse(arrival, .cancelled) }
  }

  private func park(_ arrival: Arrival) -> NavLinkOutcome<Route> {
    registrar.withMutation(of: self, keyPath: \.parked) { parkedArrivals.append(arrival) }
    let limit = max(1, settings.parkedLimit)
    for oldest in takeParked(parkedArrivals.count - limit) { refuse(oldest, .superseded) }
    return .parked
  }

  /// Takes up to `count` of them out, the oldest ones.
  private func takeParked(_ count: Int) -> [Arrival] {
    guard count > 0 else { return [] }
    let taken = Array(parkedArrivals.prefix(count))
    registrar.withMutation(of: self, keyPath: \.parked) { parkedArrivals.removeFirst(taken.count) }
    return taken
  }
}
