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
/// let mirror = NavMirror(in: window) { router.path } set: { router.path = $0 }
/// ```
///
/// In SwiftUI `navPersisted` does the same in a line. The path is restored when the mirror is made;
/// a path that is not empty by then was set on purpose: it is kept and recorded, and the saved
/// path is one entry back. In a window that replaces one of another account, the path becomes what that
/// account had.
///
/// Keep it for as long as the path is shown: one that nobody keeps records nothing, and the log says so.
@MainActor
public final class NavMirror<Element: NavElement> {
  private let mirror = PathMirror<Element>()
  private let window: NavWindow
  private let stack: String
  private let makeRouter: @MainActor () -> NavRouter<Element>
  private let get: @MainActor () -> [Element]
  private let set: @MainActor ([Element]) -> Void

  /// A mirror of a path. Restores it, which blocks for one short read.
  ///
  /// - Parameters:
  ///   - window: Whose stack it is.
  ///   - stack: The name of the stack, if the window has several.
  ///   - policy: How the stack is restored, if this is its first use in the process.
  ///   - source: Where users' old saved state lies, for a stack that was never saved here.
  ///   - get: Reads the app's path. If that is of an `Observable` object, its changes are noticed.
  ///   - set: Sets it.
  public init(
    in window: NavWindow = .main, stack: String = "",
    policy: NavStore.RestorePolicy<Element> = .init(),
    adopting source: NavStore.AdoptionSource<Element>? = nil,
    get: @escaping @MainActor () -> [Element], set: @escaping @MainActor ([Element]) -> Void
  ) {
    (self.window, self.stack, self.get, self.set) = (window, stack, get, set)
    makeRouter = {
      NavRouter(in: window, stack: stack, policy: policy, adopting: source)
    }
    update()
    MainLoop.schedule { [weak self] in
      if self == nil { WindowFaults.shared.lostMirror() }
    }
  }

  /// The router of the stack: titles, back and forward, what is wrong.
  public var router: NavRouter<Element> { mirror.router ?? makeRouter() }

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
