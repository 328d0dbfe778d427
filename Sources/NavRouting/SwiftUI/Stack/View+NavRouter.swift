#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Provides `router` to the views of its stack, and notes that the stack is on screen.
    func navRouter<Element: NavElement>(_ router: NavRouter<Element>) -> some View {
      providing(router)
        .modifier(ShowsStack(router: router))
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
  }

  /// Counts the views that show a stack: ``WindowFaults`` logs a fault if there are several. Opens the
  /// links of a `navDeepLinks` around the view in the stack, or in the tabs that contain the stack.
  struct ShowsStack<Element: NavElement>: ViewModifier {
    let router: NavRouter<Element>

    @Environment(\.linkOffer) private var offer
    @State private var noted: NavRouter<Element>?
    @State private var receiver: LinkReceiver<Element>?

    func body(content: Content) -> some View {
      content
        .transformEnvironment(\.linkOffer) { offer in
          offer?.declarations.removeAll { $0.table is LinkDeclaration<Element> }
        }
        .onChange(of: ObjectIdentifier(router)) { receive() }
        .onAppear {
          receive()
          noted = router
          router.views += 1
          Task {
            try? await Task.sleep(for: .seconds(1))
            WindowFaults.shared.check(router)
          }
        }
        .onDisappear {
          noted?.views -= 1
          receiver?.target = nil
          (noted, receiver) = (nil, nil)
        }
    }

    private func receive() {
      let declared = offer?.declarations.lazy.compactMap {
        $0.table as? LinkDeclaration<Element>
      }
      // A stack in a sheet receives no links.
      guard let offer, let declaration = declared?.last, !router.policy.goesWithRoot else { return }
      receiver = router.context.receive(declaration, in: router.tabs ?? router)
      offer.intake.found(router.context)
    }
  }
#endif
