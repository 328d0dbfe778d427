#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Gives the views of a stack their router, and the router the phases of their window.
    ///
    /// ```swift
    /// NavigationStack(path: $router.path) { Home() }
    ///   .navRouter(router)
    /// ```
    ///
    /// For a `NavigationStack` that is written out; ``NavStackView`` does it by itself. Views find
    /// the router with `@Environment(NavRouter<AppRoute>.self)`; `navTitle` and ``NavState``
    /// find it without its type. When the window becomes inactive, what waits is saved;
    /// when the last one goes to the background, the store lets go of its file, but for the Mac.
    /// Nothing is lost if it is left out: changes are saved soon after they are made in any case, and
    /// a router of which no view speaks (in UIKit, in AppKit) goes by the phases of the app.
    public func navRouter<Element: NavElement>(_ router: NavRouter<Element>) -> some View {
      environment(router)
        .environment(\.offeredRouter, nil)
        .transformEnvironment(\.enclosingWindow) { window in
          if let held = router.context.held { window = held }
        }
        .environment(\.navScreen, NavScreen(stack: router, place: .unknown))
        .modifier(
          FollowsScenePhase(
            client: .init(
              sceneBecame: { router.sceneBecame($0, isCertain: $1) },
              flush: { try? await router.flush() },
              store: { router.store }))
        )
        .modifier(ShowsStack(stack: ShownStack(router.context, stack: router.stack)))
        .modifier(ReceivesLinks(router: router))
    }

    /// Says which screen of which stack a view is.
    func navScreen<Element: NavElement>(
      _ place: NavScreen.Place, of router: NavRouter<Element>
    ) -> some View {
      environment(\.navScreen, NavScreen(stack: router, place: place))
    }
  }

  /// Says which stack a view shows, for what that tells of the app's windows.
  struct ShowsStack: ViewModifier {
    let stack: ShownStack
    @State private var noted: ShownStack?

    func body(content: Content) -> some View {
      content
        .onAppear {
          noted = stack
          WindowFaults.shared.appeared(stack)
          Task {
            try? await Task.sleep(for: .seconds(1))
            WindowFaults.shared.check(at: stack)
          }
        }
        .onDisappear { if let noted { WindowFaults.shared.disappeared(noted) } }
    }
  }
#endif
