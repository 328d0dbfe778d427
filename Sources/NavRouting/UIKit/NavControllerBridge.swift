#if canImport(UIKit) && !os(watchOS)
  import NavStore
  import UIKit

  /// Keeps a `UINavigationController` and a router the same. Each follows the other, and the router saves
  /// the stack.
  ///
  /// ```swift
  /// let router = window.router(AppRoute.self)
  /// let navigation = UINavigationController(rootViewController: HomeViewController())
  /// bridge = NavControllerBridge(navigation, router: router) { route in
  ///   switch route {
  ///   case .product(let id): ProductViewController(id: id)
  ///   case .settings: SettingsViewController()
  ///   }
  /// }
  /// router.push(.product(id: 7))
  /// ```
  ///
  /// The view controllers that are on the stack when the bridge is made are the root screen. Each one above
  /// them shows an element, and is made when the router pushes it. The router follows the back button and the
  /// back swipe when they are done. A change of the router during a transition, for example a push right
  /// after a `dismiss`, is shown when the transition has ended.
  ///
  /// A view controller that the app pushes itself has no element. It is not saved, and neither are those
  /// above it and presented ones. It is shown until the router next changes.
  @MainActor
  public final class NavControllerBridge<Element: NavElement> {
    private let link: StackLink<Element, UINavigationController>
    private let listener = Listener()

    /// The navigation controller; held weakly.
    var navigation: UINavigationController? { link.stack }

    /// Shows the router's stack in `navigation`, without animation, and follows both from then on.
    ///
    /// Hold it as long as the navigation controller. It becomes the controller's delegate if
    /// that has none; an app with one of its own calls ``didShow()`` from `didShow`.
    ///
    /// - Parameters:
    ///   - navigation: The navigation controller.
    ///   - router: Restored here, on first access.
    ///   - makeController: Makes the view controller of a route.
    public init(
      _ navigation: UINavigationController, router: NavRouter<Element>,
      makeController: @escaping (Element) -> UIViewController
    ) {
      link = StackLink(navigation, router: router, makeScreen: makeController)
      listener.didShow = { [weak link] in link?.didShow() }
      if navigation.delegate == nil { navigation.delegate = listener }
    }

    /// Updates the router from the view controllers on screen. Call it in the delegate's
    /// `navigationController(_:didShow:animated:)`.
    public func didShow() {
      link.didShow()
    }
  }

  extension UINavigationController: ScreenContainer {
    var screens: [UIViewController] { viewControllers }
    var transition: AnyObject? { transitionCoordinator }

    func show(_ screens: [UIViewController], animated: Bool) {
      setViewControllers(screens, animated: animated)
    }

    func whenTransitionEnds(_ body: @escaping @MainActor () -> Void) -> Bool {
      transitionCoordinator?.animate(alongsideTransition: nil) { _ in body() } ?? false
    }
  }

  /// Apart: what Objective-C calls must not be generic.
  @MainActor
  private final class Listener: NSObject, UINavigationControllerDelegate {
    var didShow: (() -> Void)?

    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) {
      didShow?()
    }
  }
#endif
