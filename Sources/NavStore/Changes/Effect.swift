/// What a change did to the file, for everybody who is live.
struct Effect {
  /// Visits that are gone.
  var removal: Removal?

  /// Routes that are others now.
  var rewriting: Rewriting?

  /// The root routes of stacks that have another one now, by the stack's number; nil: none.
  var roots: [Int64: RawRoute?] = [:]

  /// An account of which all is gone.
  var erasure: Erasure?

  /// Whose history may answer otherwise now.
  var history = History.unchanged

  /// Whether visits may be stood on that nobody stood on before, or be gone.
  var changesTree = false

  /// Whether visits were left behind that perhaps nobody stands on.
  var leavesTombstones = false

  /// Whether sessions that nobody holds are to be restored anew.
  var forgetsKept = false

  enum History {
    case unchanged
    case ofAccount(String)
    case ofAll
  }

  struct Removal {
    /// What is left beneath each of them; nil: all visits are gone.
    var survivors: Survivors?

    /// What becomes of screens that are shown.
    let leaving: Leaving

    /// Whether a route that is in memory only goes with them.
    let concerns: (_ session: SessionCore, _ route: AnyRoute) -> Bool

    /// The revisions of the stacks that had to be written, by number.
    var revisions: [Int64: Int64] = [:]

    /// Those of the lists over all stacks of a scene.
    var listRevisions: [SceneListTable.Key: Int64] = [:]
  }

  /// How a screen leaves whose visit is gone.
  enum Leaving: Sendable {
    /// It stays until the user leaves it, and nothing of it is written.
    case whenLeft

    /// At once.
    case atOnce
  }

  struct Rewriting {
    /// The route that a visit has now; nil where it has the one that it had.
    let successor: (_ visit: Int64) -> RawRoute?

    /// Of what type they are.
    let codec: RouteCodec<AnyRoute>

    /// For those that are in memory only.
    let transform: (AnyRoute) -> AnyRoute
  }

  struct Erasure {
    let account: String

    /// The moment at which the account left; nil: it stays, empty.
    let leftAt: Int?
  }
}

extension SessionCore {
  /// On the writer's queue.
  func follow(_ effect: Effect) {
    if let erasure = effect.erasure, key.account.hasBytes(of: erasure.account) { didErase() }
    if let rewriting = effect.rewriting {
      didRewrite(rewriting.successor)
      if hasRoutes(of: rewriting.codec) {
        rewriteUnstored(rewriting.transform)
        changeUnstoredRoot { rewriting.transform($0) }
      }
    }
    if !effect.roots.isEmpty { didChangeRoots(of: effect.roots) }
    guard let removal = effect.removal else { return }
    switch removal.leaving {
    case .whenLeft: didForget(removal)
    case .atOnce:
      changeUnstoredRoot { removal.concerns(self, $0) ? nil : $0 }
      didRemove(removal)
    }
  }
}

extension NavStore.SceneList {
  /// On the writer's queue, after the sessions.
  func follow(_ effect: Effect) {
    if let erasure = effect.erasure, account.hasBytes(of: erasure.account) {
      didErase(forgetsSelection: true)
    }
    guard let removal = effect.removal else { return }
    if let survivors = removal.survivors {
      didRemove({ survivors[$0] }, revisions: removal.listRevisions)
    } else {
      didErase()
    }
  }
}
