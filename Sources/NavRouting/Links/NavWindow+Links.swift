import NavStore
import NavStorePlatform

extension NavWindow {
  /// Opens links in a stack from now on, beginning with the pending links.
  ///
  /// A view uses `navDeepLinks` instead. If several stacks and tabs receive links, the one that was
  /// added last opens them, unless a pattern names a stack: see ``NavLinkPattern/in(stack:)``. The
  /// window retains the closures, but not the router.
  ///
  /// ```swift
  /// window.receive(links, in: router)
  /// window.open(url)
  /// ```
  ///
  /// - Parameters:
  ///   - links: The table of links.
  ///   - router: The router of a stack of this window. A link in the stack of a tab selects the tab.
  ///   - onOutcome: Called with the outcome of each link, and again when a pending link opens or is
  ///     dropped.
  ///   - mayOpen: Returns whether a path may be opened at the time of the call; otherwise, the link
  ///     is pending. It is called again when an observable value that it has read changes, and
  ///     after each later call of a `receive` method. With `nil`, all paths may be opened.
  public func receive<Element>(
    _ links: NavDeepLinks<Element>, in router: NavRouter<Element>,
    onOutcome: (@MainActor (URL, NavLinkOutcome) -> Void)? = nil,
    mayOpen: (@MainActor ([Element]) -> Bool)? = nil
  ) {
    let declaration = LinkDeclaration(links: links, onOutcome: onOutcome, mayOpen: mayOpen)
    shared.receive(declaration, in: router)
  }

  /// Opens links in tabs from now on, in the tab that a pattern names or else in the selected tab.
  ///
  /// - Parameters:
  ///   - links: The table of links.
  ///   - tabs: The tabs of this window.
  ///   - onOutcome: Called with the outcome of each link, and again when a pending link opens or is
  ///     dropped.
  ///   - mayOpen: Returns whether a path may be opened at the time of the call; otherwise, the link
  ///     is pending. With `nil`, all paths may be opened. See
  ///     ``receive(_:in:onOutcome:mayOpen:)-(_,NavRouter<Element>,_,_)``.
  public func receive<TabID, Element>(
    _ links: NavDeepLinks<Element>, in tabs: NavTabs<TabID, Element>,
    onOutcome: (@MainActor (URL, NavLinkOutcome) -> Void)? = nil,
    mayOpen: (@MainActor ([Element]) -> Bool)? = nil
  ) {
    let declaration = LinkDeclaration(links: links, onOutcome: onOutcome, mayOpen: mayOpen)
    shared.receive(declaration, in: tabs)
  }

  /// Opens a link, after restoring its stack if necessary.
  ///
  /// A link that cannot open yet is pending for up to ten minutes. The scene keeps the newest link
  /// that needs a sign-in or the app's permission, and the newest eight links that need a stack on
  /// screen. A link that arrives while an account is signed in is dropped when a window of another
  /// account appears in the scene. A link that arrives while the user is signed out belongs to the
  /// next account that signs in.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - id: An identifier, such as a notification's. Links with the same identifier open once,
  ///     also across launches. Without an identifier, a link that arrives twice within two seconds
  ///     opens once, unless the stack has changed between the two arrivals.
  @discardableResult
  public func open(_ url: URL, id: String? = nil) -> NavLinkOutcome {
    let context = shared
    return SceneLinks.of(context).open(url, id: id, in: context)
  }

  /// The pending links of this window's scene, the oldest first. Observable.
  ///
  /// Pending links are kept in memory when the window object is deallocated, and are lost when the
  /// process ends.
  public var pendingLinks: [URL] { SceneLinks.of(shared).pendingURLs }
}

extension WindowContext {
  /// The account of the window; `nil` while the user is signed out.
  var signedIn: LiveAccount? { account == nil ? nil : live }

  /// Opens links in `target` from now on. If `target` is `nil`, links that match a pattern are
  /// pending.
  @discardableResult
  func receive<Element>(
    _ declaration: LinkDeclaration<Element>, in target: (any LinkTarget<Element>)?
  ) -> LinkReceiver<Element> {
    let receiver = LinkReceiver(declaration, in: target, account: signedIn)
    let links = SceneLinks.of(self)
    links.appeared(self)
    links.add(receiver)
    return receiver
  }
}
