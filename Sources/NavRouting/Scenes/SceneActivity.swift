import NavStore

/// What the phases of an app's windows ask of the store.
@MainActor
final class SceneActivity {
  static let shared = SceneActivity()

  /// What to do now.
  enum Work: Sendable {
    case nothing

    /// Wait until everything is in the file.
    case flush

    /// Let go of the file: no window is left that the user can see.
    case suspend
  }

  private var phases: [(owner: Weak, phase: NavStore.ScenePhase)] = []

  private struct Weak {
    weak var owner: AnyObject?
  }

  /// No longer counts `owner`: a view that is off the screen may not hear of phases.
  func forget(_ owner: AnyObject) {
    phases.removeAll { $0.owner.owner == nil || $0.owner.owner === owner }
  }

  /// Notes the phase of the window that `owner` is of.
  @discardableResult
  func note(_ phase: NavStore.ScenePhase, of owner: AnyObject) -> Work {
    forget(owner)
    phases.append((Weak(owner: owner), phase))
    switch phase {
    case .active: return .nothing
    case .inactive: return .flush
    case .background: return phases.allSatisfy { $0.phase == .background } ? .suspend : .flush
    }
  }
}
