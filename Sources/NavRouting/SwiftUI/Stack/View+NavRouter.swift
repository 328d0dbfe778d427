#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Gives the views of a stack that is on screen their router.
    func navRouter<Element: NavElement>(_ router: NavRouter<Element>) -> some View {
      providing(router)
        .modifier(ShowsStack(stack: ShownStack(router.context, stack: router.stackName)))
        .modifier(ReceivesLinks(router: router))
        .focusedSceneValue(\.backForwardInFront, BackForwardInFront { router.backForward })
    }

    /// Gives views a router, and the router the phases of their window.
    ///
    /// When the window becomes inactive, what waits is saved. When the last one goes to the background, the
    /// store lets go of its file, but for the Mac.
    func providing<Element: NavElement>(_ router: NavRouter<Element>) -> some View {
      environment(router)
        .transformEnvironment(\.enclosingWindow) { window in
          if let held = router.context.held { window = held }
        }
        .environment(\.navScreen, NavScreen(stack: router, place: .unknown))
        .modifier(
          FollowsScenePhase(
            client: .init(
              sceneBecame: { router.sceneBecame($0, isCertain: $1) },
              flush: { try? await router.flush() },
              store: { router.store })))
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
