#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A navigation stack that is restored, saved and recorded. The whole of it:
  ///
  /// ```swift
  /// WindowGroup {
  ///   NavStackView(AppRoute.self) {
  ///     HomeView()
  ///   } destination: { route in
  ///     switch route {
  ///     case .product(let id): ProductView(id: id)
  ///     case .settings: SettingsView()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Outermost in a window it makes that window (see ``NavWindowView``), so that each has a stack of its
  /// own. Inside ``NavTabView`` it is the tab's stack; inside another stack, as in a sheet, one of its
  /// own. Side by side in one window, without a ``NavTabView`` around them, stack views of one type would
  /// be the same stack: give each a router, of a stack with a name.
  ///
  /// Views on it push with `NavigationLink(value: AppRoute.settings)` or the router (``NavStack``). Each is told which screen it is, so that `navTitle` and ``NavState`` are of that
  /// screen also while another one covers it.
  ///
  /// What is not saved: screens pushed by `NavigationLink(destination:)`, by
  /// `navigationDestination(isPresented:)` or by `navigationDestination(item:)`, and sheets, covers
  /// and alerts that a view keeps in state of its own. They are no routes: after a relaunch the
  /// stack ends below them. For a sheet that is saved see ``NavPresentation``.
  public struct NavStackView<Element: NavElement, Root: View, Destination: View>: View {
    private let stack: Stack
    private let root: (Element?) -> Root
    private let destination: (Element) -> Destination

    /// Where the stack comes from.
    private enum Stack {
      case router(NavRouter<Element>)
      case nearest
    }

    @Environment(\.offeredRouter) private var offered
    @Environment(\.navScreen) private var screen
    @Environment(\.enclosingWindow) private var enclosing

    /// The stack that is offered around it (a tab's), else the window's.
    public init(
      _ type: Element.Type, @ViewBuilder root: @escaping () -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination
    ) {
      (stack, self.destination) = (.nearest, destination)
      self.root = { _ in root() }
    }

    /// The stack of a router, of whatever routes.
    public init(
      _ type: Element.Type, on router: NavRouter<Element>, @ViewBuilder root: @escaping () -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination
    ) {
      (stack, self.destination) = (.router(router), destination)
      self.root = { _ in root() }
    }

    /// A stack whose root screen is a route too: the router's, see
    /// ``NavRouter/replaceRoot(with:keepingStack:animated:)``, and `first` until it names one.
    ///
    /// ```swift
    /// NavStackView(AppRoute.self, on: router, startingAt: .welcome) { root in … } destination: { route in … }
    /// ```
    public init(
      _ type: Element.Type, on router: NavRouter<Element>, startingAt first: Element,
      @ViewBuilder root: @escaping (Element) -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination
    ) {
      (stack, self.destination) = (.router(router), destination)
      self.root = { root($0 ?? first) }
    }

    /// The stack.
    public var body: some View {
      switch stack {
      case .router(let router): view(of: router)
      case .nearest:
        if let router = offered as? NavRouter<Element> {
          view(of: router)
        } else {
          // A stack in a sheet is not the one beneath it.
          let name = screen.map { "\($0.stack.stack)/" } ?? ""
          NavWindowView { window in view(of: window.router(Element.self, stack: name)) }
            .onAppear { if enclosing == nil { WindowFaults.shared.madeWindow() } }
        }
      }
    }

    private func view(of router: NavRouter<Element>) -> some View {
      NavigationStack(path: Bindable(router).boundPath) {
        root(router.root)
          .navScreen(.root, of: router)
          .navigationDestination(for: Element.self) { [destination, router] route in
            destination(route).navScreen(.route(route), of: router)
          }
      }
      .navRouter(router)
    }
  }
#endif
