#if canImport(SwiftUI)
  import NavRouting

  /// The screens on the way in.
  enum AuthRoute: NavRoute {
    case help
    case code(email: String)

    /// The one-time code, and who asked for it, never reach the disk: after a relaunch the stack
    /// ends below it.
    var isPersistent: Bool {
      switch self {
      case .help: true
      case .code: false
      }
    }

    var isInHistory: Bool { false }
  }
#endif
