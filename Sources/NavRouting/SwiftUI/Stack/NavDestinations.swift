#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// The root screen of a mixed stack with what it shows for each route type: see
  /// `navDestination(for:destination:)`.
  public struct NavDestinations<Content: View>: View {
    private let content: Content
    private var makers: [(AnyNavRoute) -> AnyView?] = []

    @Environment(\.navScreen) private var screen

    init(_ content: Content) {
      self.content = content
    }

    /// Shows routes of one more type.
    public func navDestination<Route: NavRoute, Destination: View>(
      for type: Route.Type, @ViewBuilder destination: @escaping (Route) -> Destination
    ) -> NavDestinations {
      var more = self
      more.makers.append { element in
        element.as(type).map { AnyView(destination($0)) }
      }
      return more
    }

    /// The content.
    public var body: some View {
      content.navigationDestination(for: AnyNavRoute.self) { [makers, screen] element in
        (makers.reduce(nil) { $0 ?? $1(element) } ?? AnyView(EmptyView()))
          .environment(
            \.navScreen, screen.map { NavScreen(stack: $0.stack, place: .route(element)) })
      }
    }
  }

  extension View {
    /// Shows the routes of one type of a mixed stack, whose path has elements of several.
    ///
    /// ```swift
    /// NavMixedStackView(router) {
    ///   HomeView()
    ///     .navDestination(for: ShopRoute.self) { route in … }
    ///     .navDestination(for: AuthRoute.self) { route in … }
    /// }
    /// ```
    ///
    /// NB: say it once for each type, one after the other, on the root screen: they become one
    /// `navigationDestination(for: AnyNavRoute.self)`, and SwiftUI heeds only one of those on a
    /// stack. A type that nothing was said of shows an empty screen.
    public func navDestination<Route: NavRoute, Destination: View>(
      for type: Route.Type, @ViewBuilder destination: @escaping (Route) -> Destination
    ) -> NavDestinations<Self> {
      NavDestinations(self).navDestination(for: type, destination: destination)
    }
  }

  /// A navigation stack on a router of several route types: see ``NavStackView``, whose remarks on
  /// what is not saved hold here too.
  ///
  /// ```swift
  /// @State private var router = NavRouter(of: .mixed(ShopRoute.self, AuthRoute.self))
  ///
  /// NavMixedStackView(router) {
  ///   HomeView()
  ///     .navDestination(for: ShopRoute.self) { route in … }
  ///     .navDestination(for: AuthRoute.self) { route in … }
  /// }
  /// ```
  public struct NavMixedStackView<Root: View>: View {
    @Bindable private var router: NavRouter<AnyNavRoute>
    private let root: () -> Root

    /// A stack whose root screen says what each route type shows.
    public init(
      _ router: NavRouter<AnyNavRoute>, @ViewBuilder root: @escaping () -> Root
    ) {
      _router = Bindable(wrappedValue: router)
      self.root = root
    }

    /// The stack.
    public var body: some View {
      NavigationStack(path: $router.path) {
        root().navScreen(.root, of: router)
      }
      .navRouter(router)
    }
  }
#endif
