#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavDoor {
  /// What opens the links of a place.
  struct Target {
    weak var router: NavRouter<Route>?
    var select: (@MainActor () -> Void)?

    /// Opens them in the router's stead.
    var open: (@MainActor (Opening) -> NavLinkOutcome<Route>)?
    let attachedAt: Date
  }

  /// Opens links in `router` from now on, and those that waited for it at once, after the stack was
  /// restored. Holds it weakly; attaching it again changes nothing.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - place: The name that patterns call it by, where there are several:
  ///     see ``NavPattern/in(_:)``.
  ///   - select: Called before a link opens in it; brings up its tab, say.
  public func attach(
    to router: NavRouter<Route>, as place: String = "", select: (@MainActor () -> Void)? = nil
  ) {
    let known = targets[place].flatMap { $0.router === router ? $0.attachedAt : nil }
    targets[place] = Target(
      router: router, select: select, attachedAt: known ?? settings.clock())
    openWaiting()
  }

  /// Hands links to `open` from now on, and those that waited at once: those of every place that no
  /// router is attached as.
  ///
  /// ```swift
  /// door.attach { link in
  ///   selectedTab = link.place
  ///   return link.open(in: router(for: link.place))
  /// }
  /// ```
  ///
  /// - Parameter open: Chooses a router and calls ``Opening/open(in:select:)``, or opens
  ///   ``Opening/routes`` in a way of its own and says what became of it.
  public func attach(_ open: @escaping @MainActor (Opening) -> NavLinkOutcome<Route>) {
    anywhere = Target(open: open, attachedAt: anywhere?.attachedAt ?? settings.clock())
    openWaiting()
  }

  /// Lets the links of `place` wait until a router is attached again.
  public func detach(_ place: String = "") {
    targets[place] = nil
  }

  /// Opens an arrival in what is attached for it; nil where nothing is.
  func openInTarget(_ arrival: Arrival) -> NavLinkOutcome<Route>? {
    if let target = targets[arrival.match.place], let router = target.router {
      return opening(arrival, target).open(in: router, select: target.select)
    }
    guard let target = anywhere, let open = target.open else { return nil }
    return open(opening(arrival, target))
  }

  private func opening(_ arrival: Arrival, _ target: Target) -> Opening {
    Opening(door: self, arrival: arrival, attachedAt: target.attachedAt)
  }

  /// Tries all of them: those that nothing is attached for wait again, in their order.
  private func openWaiting() {
    let arrivals = waiting
    waiting = []
    let isReady = { (arrival: Arrival) in
      self.anywhere != nil || self.targets[arrival.match.place]?.router != nil
    }
    waiting = arrivals.filter { !isReady($0) }
    retry(arrivals.filter(isReady))
  }

  /// A link that is to be opened.
  @MainActor
  public struct Opening {
    let door: NavDoor
    let arrival: Arrival
    let attachedAt: Date

    /// The stack that it opens, bottom first; empty is the root screen.
    public var routes: [Route] { arrival.match.routes }

    /// Where its pattern wants it to open.
    public var place: String { arrival.match.place }

    /// Opens it in `router`, by the rules.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - select: Called before the stack changes; not for a link that changes nothing.
    public func open(
      in router: NavRouter<Route>, select: (@MainActor () -> Void)? = nil
    ) -> NavLinkOutcome<Route> {
      door.open(arrival, in: router, attachedAt: attachedAt, select: select)
    }
  }
}
