#if canImport(UIKit) && !os(watchOS)
  import NavStore
  import UIKit

  /// Keeps a `UINavigationController` and a router in sync.
  ///
  /// A change of the controller's view controllers changes the router's path, and a change of the
  /// path changes the view controllers. The router saves the stack.
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
  /// The view controllers on the stack when the bridge is created are the root screen. Each view
  /// controller above them shows an element, and is created when the router pushes that element.
  /// The router follows the back button and the back swipe once their transition has ended. A
  /// change of the router during a transition, for example a push right after a `dismiss`, is shown
  /// when the transition has ended.
  ///
  /// A view controller that the app itself pushes has no element, and is shown until the router
  /// next changes. That controller and the controllers above it are not saved, and neither are
  /// presented view controllers.
  @MainActor
  public final class NavControllerBridge<Element: NavElement> {
    private let link: StackLink<Element, UINavigationController>
    private let listener = Listener()

    /// Shows the router's stack in `navigation`, without animation, and keeps both in sync from
    /// then on.
    ///
    /// Keep the bridge as long as the navigation controller. The bridge becomes the controller's
    /// delegate if the controller has none. Otherwise, call ``didShow()`` from your delegate's
    /// `didShow` method.
    ///
    /// - Parameters:
    ///   - navigation: The navigation controller.
    ///   - router: The router of the stack. The initializer restores the stack, if it wasn't
    ///     restored before.
    ///   - makeController: Returns a new view controller for an element.
    public init(
      _ navigation: UINavigationController, router: NavRouter<Element>,
      makeController: @escaping (Element) -> UIViewController
    ) {
      link = StackLink(navigation, router: router, makeScreen: makeController)
      listener.didShow = { [weak link] in link?.didShow() }
      if navigation.delegate == nil { navigation.delegate = listener }
    }

    /// Updates the router from the view controllers on screen.
    ///
    /// Call this method in the delegate's `navigationController(_:didShow:animated:)`.
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

  /// The delegate of the navigation controller. It is a separate class, because a generic class
  /// can't have methods that Objective-C calls.
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
