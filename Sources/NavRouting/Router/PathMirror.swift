import NavStore
import Observation

/// Saves a path that somebody else owns, for `navPersisted` and ``NavRouter/mirror(_:set:)``.
@MainActor
final class PathMirror<Element: NavElement>: Observable {
  /// A stack, and the path that its owner was last known to have.
  private struct Live {
    let key: ShownStack
    /// The window has it, and it may have the mirror.
    weak var router: NavRouter<Element>?
    var known: [Element]
  }

  private let registrar = ObservationRegistrar()
  private var live: Live?
  private var phase: (value: NavStore.ScenePhase, isCertain: Bool)?

  nonisolated init() {}

  /// Restores the stack of `key`; `path` is what its owner has now.
  ///
  /// - Returns: What the owner's path is to become; `nil` to leave it. On first use that is what was
  ///   saved, but a path that is not empty was set on purpose: it is kept and recorded. In a window that
  ///   replaces one of another account, and when the key changes, the saved path takes its place in any
  ///   case, because the path is another window's or account's.
  func start(
    _ key: ShownStack, with path: [Element], router makeRouter: () -> NavRouter<Element>
  ) -> [Element]? {
    guard live?.key != key else { return nil }
    let isFirst = live == nil
    let router = makeRouter()
    if let phase { router.sceneBecame(phase.value, isCertain: phase.isCertain) }
    if isFirst, !path.isEmpty, !router.context.replacesAnother { router.path = path }
    let saved = router.path
    registrar.withMutation(of: self, keyPath: \.latest) {
      live = Live(key: key, router: router, known: saved)
    }
    return saved == path ? nil : saved
  }

  /// Records a change of the owner's path. Nothing happens before ``start(_:with:router:)``, and
  /// for a key that is not the one it started with: that path is about to go.
  func record(_ path: [Element], for key: ShownStack, as kind: NavChangeKind = .edit) {
    guard let live, live.key == key else { return }
    self.live?.known = path
    live.router?.replaceStack(with: path, as: kind)
  }

  /// The path that its owner was last known to have; nil before it was restored.
  var known: [Element]? { live?.known }

  /// The router of the stack; nil before it was restored.
  var router: NavRouter<Element>? { live?.router }

  /// The stack; nil before it was restored.
  var latest: [Element]? {
    registrar.access(self, keyPath: \.latest)
    return live?.router?.path
  }

  /// What the owner's path is to become, if somebody else has changed the stack; nil to leave
  /// it: whatever else it has now, it is about to tell.
  func takeChange() -> [Element]? {
    guard let live, let latest = live.router?.path, latest != live.known else { return nil }
    self.live?.known = latest
    return latest
  }

  /// Says what the window is to its user.
  func sceneBecame(_ phase: NavStore.ScenePhase, isCertain: Bool = true) {
    self.phase = (phase, isCertain)
    live?.router?.sceneBecame(phase, isCertain: isCertain)
  }

  /// Waits until what was recorded is in the file. A failure is retried by the store.
  func flush() async {
    try? await live?.router?.flush()
  }

  /// The store that the stack is in; nil before it was restored.
  var store: NavStore? { live?.router?.store }
}
