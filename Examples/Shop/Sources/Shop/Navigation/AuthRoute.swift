#if canImport(SwiftUI)
  import NavRouting

  /// The routes of the sign-in screens.
  enum AuthRoute: NavRoute {
    case help
    case code(email: String)

    /// The screen for the one-time code is never stored, because its route contains the email
    /// address. After a relaunch, the stack ends below that screen.
    var routeTraits: NavRouteTraits {
      switch self {
      case .help: .init(isInHistory: false)
      case .code: .init(isStored: false, isInHistory: false)
      }
    }
  }
#endif
