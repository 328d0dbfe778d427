#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A navigation stack on a router: its path, its destinations, the router in the environment and
  /// the window's phases, in one line.
  ///
  /// ```swift
  /// @State private var router = NavRouter<AppRoute>(scene: "main")
  ///
  /// NavStackView(router) {
  ///   HomeView()
  /// } destination: { route in
  ///   switch route {
  ///   case .product(let id): ProductView(id: id)
  ///   case .settings: SettingsView()
  ///   }
  /// }
  /// ```
  ///
  /// Views on it push with `NavigationLink(value: AppRoute.settings)`, ``NavLink`` or the router:
  /// `@Environment(NavRouter<AppRoute>.self)`. Each is told which screen it is, so that `navTitle`
  /// and ``NavState`` are of that screen also while another one covers it.
  ///
  /// What is not saved: screens pushed by `NavigationLink(destination:)`, by
  /// `navigationDestination(isPresented:)` or by `navigationDestination(item:)`, and sheets, covers
  /// and alerts that a view keeps in state of its own. They are no routes: after a relaunch the
  /// stack ends below them. For a sheet that is saved see ``NavPresentation``.
  public struct NavStackView<Route: Hashable & Sendable, Root: View, Destination: View>: View {
    @Bindable private var router: NavRouter<Route>
    private let root: (Route?) -> Root
    private let destination: (Route) -> Destination

    /// A stack whose root screen is always the same.
    public init(
      _ router: NavRouter<Route>, @ViewBuilder root: @escaping () -> Root,
      @ViewBuilder destination: @escaping (Route) -> Destination
    ) {
      self.init(router: router, root: { _ in root() }, destination: destination)
    }

    /// A stack whose root screen is a route too: the router's, see
    /// ``NavRouter/replaceRoot(with:keepingStack:animated:)``, and `first` until it names one.
    ///
    /// ```swift
    /// NavStackView(router, startingAt: .welcome) { root in … } destination: { route in … }
    /// ```
    public init(
      _ router: NavRouter<Route>, startingAt first: Route,
      @ViewBuilder root: @escaping (Route) -> Root,
      @ViewBuilder destination: @escaping (Route) -> Destination
    ) {
      self.init(router: router, root: { root($0 ?? first) }, destination: destination)
    }

    private init(
      router: NavRouter<Route>, root: @escaping (Route?) -> Root,
      destination: @escaping (Route) -> Destination
    ) {
      _router = Bindable(wrappedValue: router)
      self.root = root
      self.destination = destination
    }

    /// The stack.
    public var body: some View {
      NavigationStack(path: $router.boundPath) {
        root(router.root)
          .navScreen(.root, of: router)
          .navigationDestination(for: Route.self) { [destination, router] route in
            destination(route).navScreen(.route(route), of: router)
          }
      }
      .navRouter(router)
    }
  }

  extension NavStackView where Destination == Root {
    /// A stack whose screens, the one at the root included, are all drawn by one function.
    ///
    /// ```swift
    /// NavStackView(router, startingAt: .welcome) { route in screen(for: route) }
    /// ```
    public init(
      _ router: NavRouter<Route>, startingAt first: Route,
      @ViewBuilder screen: @escaping (Route) -> Root
    ) {
      self.init(router: router, root: { screen($0 ?? first) }, destination: screen)
    }
  }
#endif
