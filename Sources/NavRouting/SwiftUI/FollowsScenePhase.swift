#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// Sets the phases of a window, and saves the window's store when the user leaves the app.
  struct FollowsScenePhase: ViewModifier {
    let context: WindowContext

    @Environment(\.scenePhase) private var phase
    @State private var owner = Owner()

    /// The identity of the view's window among the windows that ``AppLifecycle`` tracks.
    private final class Owner: Sendable {}

    func body(content: Content) -> some View {
      let lifecycle = AppLifecycle.shared
      // Set the background phase before `content` restores the stack. The launch then counts as an
      // attempt with the stack only when the window leaves the background.
      if phase == .background {
        context.sceneBecame(lifecycle.known(.background, of: owner))
      }
      return
        content
        .onChange(of: phase, initial: true) { _, phase in
          lifecycle.window(owner, became: phase.known, context)
        }
        .onAppear { lifecycle.note(phase.known, of: owner) }
        .onDisappear { lifecycle.forget(owner) }
    }
  }

  extension ScenePhase {
    var known: NavStore.ScenePhase {
      switch self {
      case .active: .active
      case .background: .background
      default: .inactive
      }
    }
  }
#endif
