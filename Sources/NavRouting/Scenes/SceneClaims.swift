import NavStore
import NavStorePlatform
import Observation

/// Assigns scenes to windows, so that no two windows of any process share a scene by accident.
///
/// After a launch, the system may or may not restore the stored identifiers of the app's windows. A
/// window claims the scene of its stored identifier. If the window can't, it claims the newest
/// scene that is open but has no window, for example after a crash. If there is no such scene, the
/// window gets a new one. A claim lasts as long as its owner, or until the window is closed.
@MainActor
final class SceneClaims: Observable {
  /// The claims of the process.
  static let shared = SceneClaims()

  private var claims: [Claim] = []
  private let observedClosedScenes = Observed(\SceneClaims.claims)

  private struct Claim {
    let scene: NavScene
    let url: URL?
    weak var store: NavStore?
    weak var owner: AnyObject?
  }

  /// Claims a scene for a window.
  ///
  /// If `owner` has claimed a scene before, the result is that scene, unless `moves` is `true`.
  /// Costs one short read of the store if `stored` is `nil` or can't be claimed.
  ///
  /// - Parameters:
  ///   - owner: An object that lives as long as the window. Held weakly.
  ///   - stored: The scene that the window was given, if any. A scene that was closed or deleted is
  ///     claimed too; a deleted scene is empty. A scene of another window, or with an invalid key,
  ///     is not claimed.
  ///   - moves: Whether to move the claim of `owner` to `stored`, if `stored` can be claimed.
  ///   - group: The group of the open scenes to choose from if `stored` isn't claimed: see
  ///     ``NavWindow/reopened(group:account:store:)``.
  func claim(
    for owner: AnyObject, stored: NavScene? = nil, moves: Bool = false, group: String = "window",
    in store: NavStore
  ) -> NavScene {
    drop { $0.owner == nil || $0.store == nil }
    let known = claims.first { $0.owner === owner && $0.store === store }?.scene
    if let known, !moves || known == stored { return known }
    let taken = stored.flatMap { takes($0, in: store) ? $0 : nil }
    if taken == nil, let known { return known }
    drop { $0.owner === owner && $0.store === store }
    let scene = taken ?? choose(group: group, in: store)
    claims.append(Claim(scene: scene, url: store.openReport.url, store: store, owner: owner))
    return scene
  }

  /// Closes the scene of a window: see ``NavWindow/close()``.
  func close(_ scene: NavScene, in store: NavStore) throws(NavStore.Error) -> Bool {
    drop { $0.scene == scene && $0.store === store }
    defer { notifyMenus() }
    return try store.closeScene(scene.id)
  }

  /// Notifies the menus that list closed windows.
  func notifyMenus() {
    observedClosedScenes.tell(self)
  }

  /// Returns the closed scenes of a group, the most recently closed first. Observable. Costs one
  /// short read of the store.
  func closed(group: String, limit: Int, in store: NavStore) -> [NavScene] {
    observedClosedScenes.access(self)
    do {
      let closed = try store.closedScenes(limit: .max)
      return Array(closed.lazy.filter { Self.isScene($0.id, of: group) }.prefix(limit))
    } catch {
      ProblemLog.note("The closed windows can't be read. \(error)")
      return []
    }
  }

  private static func isScene(_ id: String, of group: String) -> Bool {
    id.hasPrefix("\(group).") || (group == "window" && id == "main")
  }

  private func choose(group: String, in store: NavStore) -> NavScene {
    // If the list of scenes can't be read, the window gets a new scene, which does no harm.
    let open = ((try? store.scenes()) ?? []).filter { $0.isOpen && Self.isScene($0.id, of: group) }
    let newestFirst = open.sorted { ($1.lastUse, $1.id) < ($0.lastUse, $0.id) }
    if let newest = newestFirst.first(where: { takes($0, in: store) }) { return newest }
    let fresh = NavScene(group: group)
    _ = takes(fresh, in: store)
    return fresh
  }

  /// Locks the scene against other processes. Returns `false` if a window of this or another
  /// process has the scene, or if the scene's key is invalid.
  private func takes(_ scene: NavScene, in store: NavStore) -> Bool {
    (1...NavStore.Limits.keyBytes).contains(scene.id.utf8.count)
      && !claims.contains { $0.scene == scene && $0.store === store && $0.owner != nil }
      && SceneLocks.shared.claim(scene.id, ofStoreAt: store.openReport.url)
  }

  /// Removes claims and their locks.
  private func drop(_ isGone: (Claim) -> Bool) {
    claims.removeAll { claim in
      guard isGone(claim) else { return false }
      SceneLocks.shared.release(claim.scene.id, ofStoreAt: claim.url)
      return true
    }
  }
}

extension NavScene {
  /// The date when a stack of the scene was last saved. If the scene has no saved stack, the date
  /// of the scene's first save.
  fileprivate var lastUse: Date { savedAt ?? openedAt ?? .distantPast }
}
