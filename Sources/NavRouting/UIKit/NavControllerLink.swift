#if canImport(UIKit) && !os(watchOS)
  import NavStore
  import Observation
  import UIKit

  /// Keeps a `UINavigationController` and a router the same: what either does, the other follows,
  /// and the router saves it.
  ///
  /// ```swift
  /// let router = NavRouter<AppRoute>(scene: "main")
  /// let navigation = UINavigationController(rootViewController: HomeViewController())
  /// link = NavControllerLink(navigation, router: router) { route in
  ///   switch route {
  ///   case .product(let id): ProductViewController(id: id)
  ///   case .settings: SettingsViewController()
  ///   }
  /// }
  /// router.push(.product(id: 7))
  /// ```
  ///
  /// The view controllers that are there when the link is made are the root screen; those on top of
  /// them stand for routes. Pushing through the router makes them; the back button and the back
  /// swipe are told to the router when they are done.
  ///
  /// What is not saved: a view controller that the app pushes itself, and what stands on it, since
  /// nobody knows its route. It is shown until the router next changes. So are presented ones.
  @MainActor
  public final class NavControllerLink<Route: Hashable & Sendable> {
    /// The navigation controller; held weakly.
    public private(set) weak var navigation: UINavigationController?

    private let router: NavRouter<Route>
    private let root: [UIViewController]
    private let makeController: (Route) -> UIViewController
    private let listener = Listener()
    private var shown: [(route: Route, controller: UIViewController)] = []
    private var mustApply = false

    /// Shows the router's stack in `navigation`, without animation, and follows both from then on.
    ///
    /// Hold it as long as the navigation controller. It becomes the controller's delegate where
    /// that has none; an app with one of its own calls ``didShow()`` from `didShow`.
    ///
    /// - Parameters:
    ///   - navigation: The navigation controller.
    ///   - router: Restored here, on first access.
    ///   - makeController: Makes the view controller of a route.
    public init(
      _ navigation: UINavigationController, router: NavRouter<Route>,
      makeController: @escaping (Route) -> UIViewController
    ) {
      self.navigation = navigation
      self.router = router
      self.makeController = makeController
      root = navigation.viewControllers
      listener.didShow = { [weak self] in self?.didShow() }
      if navigation.delegate == nil { navigation.delegate = listener }
      apply(animated: false)
      follow()
    }

    /// Tells the router what the navigation controller shows now: for the delegate's
    /// `navigationController(_:didShow:animated:)`.
    public func didShow() {
      // The router has gone on while the screens were still moving.
      if mustApply { return apply(animated: false) }
      guard let navigation else { return }
      var routes: [Route] = []
      for controller in navigation.viewControllers.dropFirst(root.count) {
        guard let known = shown.first(where: { $0.controller === controller }) else { break }
        routes.append(known.route)
      }
      shown.removeAll { entry in
        !navigation.viewControllers.contains { $0 === entry.controller }
      }
      router.path = routes
    }

    private func follow() {
      withObservationTracking {
        _ = router.path
      } onChange: { [weak self] in
        Task { @MainActor in
          guard let self else { return }
          self.follow()
          self.apply(animated: self.router.isAnimated)
        }
      }
    }

    private func apply(animated: Bool) {
      guard let navigation else { return }
      // NB: changing the stack during a transition leaves bars and screens apart.
      mustApply = navigation.transitionCoordinator != nil
      guard !mustApply else { return }
      let path = router.path
      guard path != shown.map(\.route) else { return }
      let kept = zip(path, shown).prefix { $0 == $1.route }.count
      shown.removeSubrange(kept...)
      shown += path[kept...].map { ($0, makeController($0)) }
      navigation.setViewControllers(root + shown.map(\.controller), animated: animated)
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
