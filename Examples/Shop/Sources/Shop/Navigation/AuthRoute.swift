#if canImport(SwiftUI)
  import NavRouting

  /// The screens on the way in.
  enum AuthRoute: NavRoute {
    case help
    case code(email: String)

    /// The one-time code, and who asked for it, never reach the disk: after a relaunch the stack
    /// ends below it.
    var routeTraits: NavRouteTraits {
      switch self {
      case .help: .init(isInHistory: false)
      case .code: .init(isStored: false, isInHistory: false)
      }
    }
  }
#endif
