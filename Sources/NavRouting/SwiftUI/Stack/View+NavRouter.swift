#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Provides `router` to the views of its stack, and notes that the stack is on screen.
    func navRouter<Element: NavElement>(_ router: NavRouter<Element>) -> some View {
      providing(router)
        .modifier(ShowsStack(stack: ObjectIdentifier(router)))
        .modifier(ReceivesLinks(router: router))
        .focusedSceneValue(\.backForwardInFront) { router.backForward }
    }

    /// Provides `router` to the views inside, and notes the phases of their window.
    ///
    /// When the window becomes inactive, pending changes are saved. When all windows of the app are
    /// in the background, the store closes its file, except on the Mac.
    func providing<Element: NavElement>(_ router: NavRouter<Element>) -> some View {
      environment(router)
        .transformEnvironment(\.enclosingWindow) { window in
          if let held = router.context.held { window = held }
        }
        .environment(\.navScreen, NavScreen(stack: router, spot: nil))
        .modifier(FollowsScenePhase(context: router.context))
    }

    /// Sets the screen and the stack that contain a view.
    func navScreen<Element: NavElement>(
      _ spot: ScreenSpot, of router: NavRouter<Element>
    ) -> some View {
      environment(\.navScreen, NavScreen(stack: router, spot: spot))
    }
  }

  /// Reports the stack that a view shows to ``WindowFaults``, which finds mistakes in the app's
  /// windows.
  struct ShowsStack: ViewModifier {
    /// The identity of the stack's router.
    let stack: ObjectIdentifier
    @State private var noted: ObjectIdentifier?

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
