#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A link that pushes a route, on a stack of several route types as on one of its own type.
  ///
  /// ```swift
  /// NavLink("Sign in", AuthRoute.login)
  /// NavLink(ShopRoute.product(id: 7)) { ProductRow(product) }
  /// ```
  ///
  /// It is a `NavigationLink(value:)`, so it looks and is pressed like one. On a stack that holds
  /// ``/NavStore/NavStore/AnyRoute``s, and if no router is in the environment, its value is one;
  /// elsewhere it is the route.
  public struct NavLink<Route: NavRoute, Label: View>: View {
    private let route: Route
    private let label: Label

    @Environment(\.navScreen) private var screen

    /// A link to `route`.
    public init(_ route: Route, @ViewBuilder label: () -> Label) {
      self.route = route
      self.label = label()
    }

    /// The link.
    public var body: some View {
      if screen?.stack.isMixed ?? true {
        NavigationLink(value: AnyNavRoute(route)) { label }
      } else {
        NavigationLink(value: route) { label }
      }
    }
  }

  extension NavLink where Label == Text {
    #if canImport(Darwin)
      /// A link to `route` with a text out of the app's strings.
      public init(_ title: LocalizedStringKey, _ route: Route) {
        self.init(route) { Text(title) }
      }
    #endif

    /// A link to `route` with a text that is not localized.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, _ route: Route) {
      self.init(route) { Text(title) }
    }
  }
#endif
