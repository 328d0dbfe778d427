#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// Sets the phases of a window, and saves the window's store when the user leaves the app.
  struct FollowsScenePhase: ViewModifier {
    let context: WindowContext

    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
      // Note the background phase before `content` restores the stack. The launch then counts as an
      // attempt with the stack only when the window leaves the background.
      if phase == .background { context.mayBeInBackground() }
      return
        content
        .onChange(of: phase) { former, phase in report(phase, after: former) }
        .onAppear { report(phase, after: phase) }
    }

    private func report(_ phase: ScenePhase, after former: ScenePhase) {
      AppLifecycle.shared.view(of: context, became: phase.known, after: former.known)
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
