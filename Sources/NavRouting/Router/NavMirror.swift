import NavStore
import Observation

/// Keeps a stack and a path that the app owns the same, without a view: restores the path, records each
/// change of it, and brings back what others do to the stack.
///
/// ```swift
/// import Observation
///
/// @Observable @MainActor final class Router { var path: [Screen] = [] }
///
/// let router = Router()
/// let mirror = NavMirror(in: window, of: Screen.routes) { router.path } set: { router.path = $0 }
/// ```
///
/// In SwiftUI `navPersisted` does the same in a line. The path is restored when the mirror is made;
/// a path that is not empty by then was set on purpose: it is kept and recorded, and the saved
/// path is one entry back. In a window that replaces one of another account, the path becomes what that
/// account had.
///
/// Keep it for as long as the path is shown: one that nobody keeps records nothing, and the log says so.
@MainActor
public final class NavMirror<Route: Hashable & Sendable> {
  private let mirror = PathMirror<Route>()
  private let window: NavWindow
  private let stack: String
  private let makeRouter: @MainActor () -> NavRouter<Route>
  private let get: @MainActor () -> [Route]
  private let set: @MainActor ([Route]) -> Void

  /// A mirror of a path of mixed or mapped routes. Restores it, which blocks for one short read.
  ///
  /// - Parameters:
  ///   - window: Whose stack it is.
  ///   - routes: Which routes the path holds.
  ///   - stack: The name of the stack, if the window has several.
  ///   - policy: How the stack is restored, if this is its first use in the process.
  ///   - source: Where users' old saved state lies, for a stack that was never saved here.
  ///   - get: Reads the app's path. If that is of an `Observable` object, its changes are noticed.
  ///   - set: Sets it.
  public init(
    in window: NavWindow = .main, of routes: NavRoutes<Route>, stack: String = "",
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: NavStore.AdoptionSource<Route>? = nil,
    get: @escaping @MainActor () -> [Route], set: @escaping @MainActor ([Route]) -> Void
  ) {
    (self.window, self.stack, self.get, self.set) = (window, stack, get, set)
    makeRouter = {
      NavRouter(in: window, of: routes, stack: stack, policy: policy, adopting: source)
    }
    update()
    MainLoop.schedule { [weak self] in
      if self == nil { WindowFaults.shared.lostMirror() }
    }
  }

  /// The router of the stack: titles, back and forward, what is wrong.
  public var router: NavRouter<Route> { mirror.router ?? makeRouter() }

  /// Records that the path has changed: at once, not at the end of the turn; also for a path that
  /// is no `Observable` property.
  ///
  /// - Parameter kind: What the change was in an app that keeps its own back/forward list: see
  ///   ``/NavStore/NavStore/Session/set(_:as:)``.
  public func pathChanged(_ kind: NavStore.ChangeKind = .automatic) {
    mirror.record(get(), for: key, as: kind)
  }

  private var key: ShownStack { ShownStack(window, stack: stack) }

  /// Follows the app's path and the stack. If the app's path and the stack have both
  /// changed, the app's path wins.
  private func update() {
    let path = get()
    if let saved = mirror.start(key, with: path, router: makeRouter) {
      set(saved)
    } else if mirror.known != path {
      mirror.record(path, for: key)
    } else if let changed = mirror.takeChange() {
      set(changed)
    }
    withObservationTracking {
      _ = (get(), mirror.latest)
    } onChange: { [weak self] in
      MainLoop.schedule { self?.update() }
    }
  }
}

extension NavMirror where Route: NavRoute {
  /// A mirror of a path of one route type: as for mixed and mapped routes.
  public convenience init(
    in window: NavWindow = .main, stack: String = "",
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: NavStore.AdoptionSource<Route>? = nil,
    get: @escaping @MainActor () -> [Route], set: @escaping @MainActor ([Route]) -> Void
  ) {
    self.init(
      in: window, of: .type(Route.self), stack: stack, policy: policy, adopting: source, get: get,
      set: set)
  }
}
