#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// The router of the stack that a view is on, else of its window.
  ///
  /// ```swift
  /// struct HomeView: View {
  ///   @NavStack(AppRoute.self) private var router
  ///
  ///   var body: some View {
  ///     Button("Settings") { router.push(.settings) }
  ///   }
  /// }
  /// ```
  ///
  /// Never traps: if there is neither a stack view nor a window around it, as in a preview, it is
  /// the router of ``NavWindow/main``. `$router.path` is a binding, for a `NavigationStack` that is
  /// written out.
  @propertyWrapper
  public struct NavStack<Route: Hashable & Sendable>: DynamicProperty {
    @Environment(NavRouter<Route>.self) private var nearest: NavRouter<Route>?
    @Environment(\.navWindow) private var window
    @Environment(\.enclosingWindow) private var enclosing
    private let routes: NavRoutes<Route>
    private let stack: String?

    /// The nearest stack of one route type; with a name, the window's stack of that name.
    public init(_ type: Route.Type = Route.self, stack: String? = nil) where Route: NavRoute {
      self.init(.type(type), stack: stack)
    }

    /// The nearest stack of mixed or mapped routes; with a name, the window's stack of that name.
    public init(_ routes: NavRoutes<Route>, stack: String? = nil) {
      (self.routes, self.stack) = (routes, stack)
    }

    /// The router.
    @MainActor public var wrappedValue: NavRouter<Route> {
      if let nearest, stack == nil { return nearest }
      if enclosing == nil { WindowFaults.shared.usedMain() }
      return window.router(routes, stack: stack ?? "")
    }

    /// Bindings to what the router has.
    @MainActor public var projectedValue: Bindable<NavRouter<Route>> { Bindable(wrappedValue) }
  }
#endif
