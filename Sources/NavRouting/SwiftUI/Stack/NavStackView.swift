#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A navigation stack that is restored, saved and recorded in history.
  ///
  /// As the outermost view of a window, it is also the window's ``NavWindowView``.
  ///
  /// ```swift
  /// WindowGroup {
  ///   NavStackView(AppRoute.self) {
  ///     Home()
  ///   } destination: { route in
  ///     switch route {
  ///     case .product(let id): ProductView(id: id)
  ///     case .settings: SettingsView()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Views on the stack push with `NavigationLink(value: AppRoute.settings)` or with their
  /// ``CurrentRouter``. A stack view in a sheet has a stack of its own. Two stack views next to
  /// each other in a window need different names. With equal names, they show the same stack, and a
  /// fault is logged.
  ///
  /// Screens that are pushed by `NavigationLink(destination:)`,
  /// `navigationDestination(isPresented:)` or `navigationDestination(item:)` are not saved. Sheets,
  /// covers and alerts in a view's own state are not saved either: see ``NavPresentation``.
  public struct NavStackView<Element: NavElement, Root: View, Destination: View>: View {
    private let given: NavRouter<Element>?
    private let name: String
    private let expiresAfter: NavAge?
    private let root: () -> Root
    private let destination: (Element) -> Destination

    @Environment(\.navScreen) private var screen
    @Environment(\.backForwardButtons) private var buttons

    // There is only one initializer. With two, the compiler reports a wrong case in `destination`
    // as a wrong call of the initializer.

    /// Creates the view of a stack.
    ///
    /// - Parameters:
    ///   - type: The type of the stack's elements.
    ///   - router: The router of the stack. The default is the window's router for that type and
    ///     name.
    ///   - name: The name of the stack. Two stack views on screen in a window must not have the
    ///     same name.
    ///   - expiresAfter: The age at which the stack starts at its root screen.
    ///   - root: The root screen.
    ///   - destination: The screen of an element.
    public init(
      _ type: Element.Type = Element.self, on router: NavRouter<Element>? = nil,
      stack name: String = "", expiresAfter: NavAge? = nil,
      @ViewBuilder root: @escaping () -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination
    ) {
      (given, self.name, self.expiresAfter) = (router, name, expiresAfter)
      (self.root, self.destination) = (root, destination)
    }

    /// The content of the view.
    public var body: some View {
      if let given {
        view(of: given)
      } else {
        NavWindowView { window in
          view(of: window.router(Element.self, stack: ownName, expiresAfter: expiresAfter))
        }
      }
    }

    /// The name of the stack. A stack in a sheet gets another name than the stack below the sheet.
    private var ownName: String {
      guard name.isEmpty, let screen else { return name }
      return "\(screen.stack.stackName)/"
    }

    private func view(of router: NavRouter<Element>) -> some View {
      let list = buttons.map { $0.list ?? $0.tabs ?? router.backForward }
      return NavigationStack(path: Bindable(router).boundPath) {
        root()
          .environment(\.navScreen, NavScreen(stack: router, spot: .root))
          .backForwardToolbar(list)
          .navigationDestination(for: Element.self) { [destination, router] element in
            destination(element)
              .environment(\.navScreen, NavScreen(stack: router, spot: ScreenSpot(route: element)))
              .backForwardToolbar(list)
          }
      }
      .navRouter(router)
      .offersPlace({ router.place }, open: { try router.open($0).failures.count })
    }
  }
#endif
