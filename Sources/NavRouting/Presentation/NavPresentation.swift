import NavStore

/// A sheet or a full-screen cover, with a stack of its own.
///
/// ```swift
/// @State private var sheet = NavPresentation<AppRoute>("compose", restores: true)
///
/// .navSheet(sheet) { item in … } destination: { route in … }
///
/// sheet.present(.draft(id: 7))
/// ```
///
/// What is presented is the root route of the stack, saved with it: it is not a visit, what is
/// pushed on it is. Making one is free, as with ``NavRouter``; one window has one of each name.
///
/// It comes back after a relaunch only with `restores`, and not if the stack steps aside (see
/// ``/NavStore/NavStore/RestoreGuard``): then the window is without it. It closes when what it
/// presents is removed: see ``/NavStore/NavHistory/removeRoutes(where:then:)``.
@MainActor
public final class NavPresentation<Element: NavElement> {
  /// Drives the stack in the sheet.
  public let router: NavRouter<Element>

  /// A presentation on the stack of `router`.
  init(router: NavRouter<Element>) {
    self.router = router
  }

  /// What is presented; nil for nothing. Setting it presents or dismisses.
  public var item: Element? {
    get { router.root }
    set {
      if let newValue { present(newValue) } else { dismiss() }
    }
  }

  /// Whether anything is presented. Setting it to false dismisses; to true does nothing, for there
  /// is no telling what.
  public var isPresented: Bool {
    get { item != nil }
    set { if !newValue { dismiss() } }
  }

  /// Presents `item` with `path` on it. If `item` is presented already, it stays, unless a path is
  /// given; another item is replaced.
  public func present(_ item: Element, path: [Element]? = nil, animated: Bool = true) {
    let isOther = item != router.root
    guard isOther || path.map(router.isOther) == true else { return }
    // One call, so that the sheet is never saved without its path.
    router.edit(animated: animated) { stack, box in
      if isOther { _ = stack.replaceRoot(with: box.init(item), keepingStack: false) }
      if let path { stack.update(to: path) }
    } mirroredBy: { live, _ in
      if isOther { (live.root, live.path) = (item, []) }
      if let path { live.path = path }
    }
  }

  /// Takes the sheet away, with its stack; false if there is none.
  @discardableResult
  public func dismiss(animated: Bool = true) -> Bool {
    guard router.root != nil else { return false }
    return router.replaceRoot(with: nil, animated: animated)
  }
}

extension NavPresentation {
  /// A sheet or cover of a window. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - name: Which one; it names the stack in the file.
  ///   - window: Whose sheet it is.
  ///   - restores: Whether it comes back after a relaunch; false unless given.
  ///   - policy: How its stack is restored.
  ///   - source: Where users' old saved state lies, for one that was never saved here: what was
  ///     presented, and what was pushed on it. Looked at with `restores` only.
  public convenience init(
    _ name: String = "sheet", in window: NavWindow = .main,
    restores: Bool = false,
    policy: NavStore.RestorePolicy<Element> = .init(),
    adopting source: NavStore.AdoptionSource<Element>? = nil
  ) {
    var (policy, source) = (policy, restores ? source : nil)
    policy.startsEmpty = !restores
    policy.goesWithRoot = true
    source?.beginsWithRoot = true
    self.init(
      router: NavRouter(
        in: window, stack: "present.\(name)", policy: policy, adopting: source))
  }
}
