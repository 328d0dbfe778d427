import NavStore

/// Which window has which scene: no two share one by accident.
///
/// After a launch the system may know its windows again or not. A window claims the scene that it
/// was told (its stored identifier); else the newest open scene that no window has, which a crash
/// or a lost identifier has orphaned; else a fresh one. A claim lasts as long as its owner, or until
/// the window is closed.
@MainActor
final class SceneClaims {
  /// Those of the process.
  static let shared = SceneClaims()

  private var claims: [Claim] = []

  private struct Claim {
    let key: String
    weak var store: NavStore?
    weak var owner: AnyObject?
  }

  /// Claims a scene for a window.
  ///
  /// The same owner asking again gets what it has. Costs one short read of the store, if no
  /// identifier was stored.
  ///
  /// - Parameters:
  ///   - owner: What lives as long as the window; held weakly.
  ///   - stored: The scene that the window was told, if any. It is taken as it is, also if it was
  ///     closed or deleted meanwhile (then it is empty), but not if another window has it, or it
  ///     is no valid key.
  ///   - group: Only open scenes of this group are claimed without being told: see
  ///     ``NavWindow/init(claiming:group:store:account:)``.
  func claim(
    for owner: AnyObject, stored: NavSceneID? = nil, group: String = "window", in store: NavStore
  ) -> NavSceneID {
    drop { $0.owner == nil || $0.store == nil }
    if let known = self.scene(of: owner, in: store) { return known }
    let scene = choose(stored, group: group, in: store)
    claims.append(Claim(key: scene.key, store: store, owner: owner))
    return scene
  }

  /// The scene that `owner` has claimed; nil if it has none.
  func scene(of owner: AnyObject, in store: NavStore) -> NavSceneID? {
    claims.first { $0.owner === owner && $0.store === store }.map { NavSceneID(key: $0.key) }
  }

  /// Whether a window has claimed the scene.
  func isClaimed(_ scene: NavSceneID, in store: NavStore) -> Bool {
    claims.contains { NavSceneID(key: $0.key) == scene && $0.store === store && $0.owner != nil }
  }

  /// Changes what `owner` has claimed, for a window that is given another value. False, and nothing
  /// changed, if another window has that scene.
  func move(_ owner: AnyObject, to scene: NavSceneID, in store: NavStore) -> Bool {
    drop { $0.owner == nil || $0.store == nil }
    if self.scene(of: owner, in: store) == scene { return true }
    guard isValid(scene), !isClaimed(scene, in: store) else { return false }
    drop { $0.owner === owner && $0.store === store }
    claims.append(Claim(key: scene.key, store: store, owner: owner))
    return true
  }

  /// Closes the scene of a window: see ``NavWindow/close()``.
  func close(_ scene: NavSceneID, in store: NavStore) throws(NavStore.Error) -> Bool {
    drop { NavSceneID(key: $0.key) == scene && $0.store === store }
    return try store.closeScene(scene.key)
  }

  private func choose(_ stored: NavSceneID?, group: String, in store: NavStore) -> NavSceneID {
    if let stored, isValid(stored), !isClaimed(stored, in: store) { return stored }
    let isOfGroup = { (key: String) in
      key.hasPrefix("\(group).") || (group == "window" && key == "main")
    }
    // If the file cannot be read, a fresh one does no harm.
    let open = ((try? store.scenes()) ?? []).filter { scene in
      scene.isOpen && isOfGroup(scene.key) && !isClaimed(NavSceneID(key: scene.key), in: store)
    }
    // Of two that were saved at the same time, the later one of the list is the newer one.
    let newest = open.max { ($0.savedAt ?? $0.openedAt) < ($1.savedAt ?? $1.openedAt) }
    return newest.map { NavSceneID(key: $0.key) } ?? NavSceneID(group: group)
  }

  private func isValid(_ scene: NavSceneID) -> Bool {
    (1...NavStore.Limits.keyBytes).contains(scene.key.utf8.count)
  }

  /// By itself: inlined in five places it would be a kilobyte more of code.
  private func drop(_ isGone: (Claim) -> Bool) {
    claims.removeAll(where: isGone)
  }
}
