import NavStore
import Observation

/// A sheet or a cover: its item, and the stack above that.
///
/// ```swift
/// let compose = window.presentation("compose", of: AppRoute.self)
///
/// view.navSheet(compose) { item in
///   NavStackView(on: compose.router) { Draft(item) } destination: { Screen($0) }
/// }
///
/// compose.present(.draft(id: 7))
/// ```
///
/// A window has one for each name: ``NavWindow/presentation(_:of:restores:expiresAfter:migratingFrom:)``.
/// The item is the root of the stack and is saved with it. The item is not a visit, but screens that are
/// pushed above it are. It is not presented again if its stack is skipped at the launch, and it is
/// dismissed when its data is removed.
@MainActor
public final class NavPresentation<Element: NavElement>: Observable {
  /// The router of the sheet. Its root is ``item``.
  public let router: NavRouter<Element>

  init(router: NavRouter<Element>) {
    self.router = router
  }

  /// The presented item, or `nil`. Setting it presents or dismisses.
  public var item: Element? {
    get { router.root }
    set {
      if let newValue { present(newValue) } else { router.root = nil }
    }
  }

  /// Presents an item with a path above it, in one change.
  ///
  /// If an equal item is presented, only its path is replaced, if one is given.
  public func present(_ item: Element, path: [Element]? = nil, animated: Bool = true) {
    router.replaceRoot(with: item, path: path, animated: animated)
  }
}

extension NavPresentation {
  /// A sheet of a window beside the window's own. Reads nothing yet.
  package convenience init(
    _ name: String, in window: NavWindow, restores: Bool = true,
    policy: StackPolicy<Element> = StackPolicy()
  ) {
    self.init(in: window.shared, named: name, restores: restores, policy: policy)
  }

  convenience init(
    in window: WindowContext, named name: String, restores: Bool, policy: StackPolicy<Element>
  ) {
    var policy = policy
    policy.restoring.startsEmpty = !restores
    if !restores { policy.legacy = nil }
    policy.restoring.goesWithRoot = true
    policy.legacy?.beginsWithRoot = true
    self.init(
      router: NavRouter(in: window, stack: StoredNames.sheet(name), policy: policy))
  }
}
