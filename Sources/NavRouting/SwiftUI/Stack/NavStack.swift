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
  public struct NavStack<Element: NavElement>: DynamicProperty {
    @Environment(NavRouter<Element>.self) private var nearest: NavRouter<Element>?
    @Environment(\.navWindow) private var window
    @Environment(\.enclosingWindow) private var enclosing
    private let stack: String?

    /// The nearest stack of one route type; with a name, the window's stack of that name.
    public init(_ type: Element.Type = Element.self, stack: String? = nil) {
      self.stack = stack
    }

    /// The router.
    @MainActor public var wrappedValue: NavRouter<Element> {
      if let nearest, stack == nil { return nearest }
      if enclosing == nil { WindowFaults.shared.usedMain() }
      return window.router(Element.self, stack: stack ?? "")
    }

    /// Bindings to what the router has.
    @MainActor public var projectedValue: Bindable<NavRouter<Element>> { Bindable(wrappedValue) }
  }
#endif
