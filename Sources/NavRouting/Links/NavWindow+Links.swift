import NavStore
import NavStorePlatform

extension NavWindow {
  /// Opens links in a stack from now on, and at once the pending ones. A view uses `navDeepLinks` instead.
  ///
  /// The latest stack or tabs get the links, unless a pattern names a stack: see
  /// ``NavLinkPattern/in(stack:)``. The window does not retain the router; it retains the closures.
  ///
  /// ```swift
  /// window.receive(links, in: router)
  /// window.open(url)
  /// ```
  ///
  /// - Parameters:
  ///   - links: The table of links.
  ///   - router: The router of a stack of this window.
  ///   - onOutcome: Called with the outcome of each link, and again when a pending link opens or is dropped.
  ///   - mayOpen: Returns whether a path may be opened now; otherwise, the link is pending. It is called
  ///     again when a value that it has read and that is observable changes, and when the window receives
  ///     links in a stack again. `nil` allows all.
  public func receive<Element>(
    _ links: NavDeepLinks<Element>, in router: NavRouter<Element>,
    onOutcome: (@MainActor (URL, NavLinkOutcome) -> Void)? = nil,
    mayOpen: (@MainActor ([Element]) -> Bool)? = nil
  ) {
    let declaration = LinkDeclaration(links: links, onOutcome: onOutcome, mayOpen: mayOpen)
    shared.receive(declaration, in: router)
  }

  /// Opens links in tabs from now on: in the tab that a pattern names, else in the selected one.
  ///
  /// The parameters are those of ``receive(_:in:onOutcome:mayOpen:)-(_,NavRouter<Element>,_,_)``.
  public func receive<TabID, Element>(
    _ links: NavDeepLinks<Element>, in tabs: NavTabs<TabID, Element>,
    onOutcome: (@MainActor (URL, NavLinkOutcome) -> Void)? = nil,
    mayOpen: (@MainActor ([Element]) -> Bool)? = nil
  ) {
    let declaration = LinkDeclaration(links: links, onOutcome: onOutcome, mayOpen: mayOpen)
    shared.receive(declaration, in: tabs)
  }

  /// Opens a link. If it opens in a stack, that is restored first.
  ///
  /// A link that cannot open yet is pending for up to ten minutes. The scene keeps one that needs a sign-in
  /// or the app's permission, and eight that need a stack on screen. A link that came in under an account is
  /// dropped when a window of another account appears in the scene. One that came in while the user was signed
  /// out is for the first account.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - id: An identifier, such as a notification's. A link with the same one opens once, also after a
  ///     relaunch. Without one, the same link within two seconds opens once, unless the user navigates
  ///     in between.
  @discardableResult
  public func open(_ url: URL, id: String? = nil) -> NavLinkOutcome {
    let context = shared
    return SceneLinks.of(context).open(url, id: id, in: context)
  }

  /// The links of this scene that are not open yet, the oldest first. They outlive the window object, but not
  /// the process. Observed.
  public var pendingLinks: [URL] { SceneLinks.of(shared).pendingURLs }
}

extension WindowContext {
  /// The account of the window; `nil` while the user is signed out.
  var signedIn: LiveAccount? { account == nil ? nil : live }

  /// Opens links in a target from now on; without a target, only notes what the links are.
  @discardableResult
  func receive<Element>(
    _ declaration: LinkDeclaration<Element>, in target: (any LinkTarget<Element>)?
  ) -> LinkReceiver<Element> {
    let receiver = LinkReceiver(declaration, in: target, account: signedIn)
    let links = SceneLinks.of(self)
    SceneLinks.appeared(self)
    links.add(receiver)
    return receiver
  }
}
