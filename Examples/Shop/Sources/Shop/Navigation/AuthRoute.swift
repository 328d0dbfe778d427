#if canImport(SwiftUI)
  import NavRouting

  /// The screens of the sign-in.
  enum AuthRoute: NavRoute {
    case help
    case code(email: String)

    /// The one-time code and the email address are never stored. After a relaunch, the stack ends
    /// below that screen.
    var routeTraits: NavRouteTraits {
      switch self {
      case .help: .init(isInHistory: false)
      case .code: .init(isStored: false, isInHistory: false)
      }
    }
  }
#endif
