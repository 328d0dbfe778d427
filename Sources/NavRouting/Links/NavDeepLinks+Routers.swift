import NavStorePlatform

extension NavDeepLinks {
  /// What opens the links of a place.
  struct Target {
    weak var router: NavRouter<Route>?
    var select: (@MainActor () -> Void)?

    /// Opens the links itself, if there is no router.
    var open: (@MainActor (Link) -> Outcome)?
    let attachedAt: Date
  }

  /// Opens links in `router` from now on, and at once those that waited for it, after its stack was
  /// restored. Holds the router weakly; attaching it again changes nothing.
  ///
  /// - Parameters:
  ///   - router: The router; nil lets the links of `place` wait until one is attached.
  ///   - place: The name that patterns call it by, if there are several: see
  ///     ``NavLinkPattern/in(_:)``.
  ///   - select: Called before a link changes the stack, to bring up its tab, for example.
  public func attach(
    to router: NavRouter<Route>?, as place: String = "", select: (@MainActor () -> Void)? = nil
  ) {
    reportProblems()
    let known = targets[place].flatMap { $0.router === router ? $0.attachedAt : nil }
    targets[place] = router.map {
      Target(router: $0, select: select, attachedAt: known ?? clock())
    }
    if let router { follow(router.context.account) }
    openWaiting()
  }

  /// Sets ``isSignedIn`` by the account of a window, unless the app has no accounts and sets it itself.
  private func follow(_ account: String?) {
    if account != nil { followsAccount = true }
    if followsAccount { isSignedIn = account != nil }
  }

  /// Hands links to `open` from now on, and at once those that waited: the links of every place that
  /// no router is attached as.
  ///
  /// ```swift
  /// links.attach { link in
  ///   link.open(in: router(for: link.place)) { selectedTab = link.place }
  /// }
  /// ```
  ///
  /// - Parameter open: Chooses a router and calls ``Link/open(in:select:)``, or shows
  ///   ``Link/routes`` in its own way and returns the outcome; a delivery with an id that it shows
  ///   itself is not remembered over a relaunch.
  public func attach(_ open: @escaping @MainActor (Link) -> Outcome) {
    reportProblems()
    anywhere = Target(open: open, attachedAt: anywhere?.attachedAt ?? clock())
    openWaiting()
  }

  /// Opens an arrival in what is attached for it; nil if nothing is.
  func openInTarget(_ arrival: Arrival) -> Outcome? {
    if let target = targets[arrival.match.options.place], let router = target.router {
      return open(arrival, in: router, attachedAt: target.attachedAt, select: target.select)
    }
    guard let target = anywhere, let open = target.open else { return nil }
    return open(Link(owner: self, arrival: arrival, attachedAt: target.attachedAt))
  }

  /// Tries the links that something is attached for; the others go on waiting, in their order.
  private func openWaiting() {
    let arrivals = waiting
    let isReady = { (arrival: Arrival) in
      self.anywhere != nil || self.targets[arrival.match.options.place]?.router != nil
    }
    waiting = arrivals.filter { !isReady($0) }
    retry(arrivals.filter(isReady))
  }

  /// A link that has come in, whichever way it took.
  public struct Link: Sendable {
    let owner: NavDeepLinks
    let arrival: Arrival

    /// When the closure that opens it was attached; nil outside that closure.
    var attachedAt: Date?

    /// The link itself; nil if it came as routes or by name, or is no valid URL.
    public var url: URL? { arrival.url }

    /// The stack that it opens, bottom first; empty is the root screen, or a link that was refused.
    public var routes: [Route] { arrival.match.routes }

    /// The place in which its pattern opens: see ``NavLinkPattern/in(_:)``.
    public var place: String { arrival.match.options.place }

    /// Opens it in `router`, by the rules. Only inside the closure that was attached for it: see
    /// ``NavDeepLinks/attach(_:)``; elsewhere it changes nothing and returns `ignored`.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - select: Called before the stack changes; not for a link that changes nothing.
    @MainActor
    public func open(
      in router: NavRouter<Route>, select: (@MainActor () -> Void)? = nil
    ) -> Outcome {
      guard let attachedAt else { return .ignored }
      return owner.open(arrival, in: router, attachedAt: attachedAt, select: select)
    }
  }
}
