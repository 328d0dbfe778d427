/// What a change did to the file, for everybody who is live.
final class Effect {
  /// Visits that are gone.
  var removal: Removal?

  /// The route that a visit has now; nil if it has the one that it had.
  var successor: ((_ visit: Int64) -> RawRoute?)?

  /// What becomes of routes that are in memory only.
  var fate: RouteFate?

  /// Stacks with another root route; `nil`: with none.
  var roots: [Int64: RawRoute?] = [:]

  /// Stacks that start at their root screens, because their root, or what they showed the detail of, was removed.
  var restarted: Set<Int64> = []

  /// Accounts of which all is gone.
  var erasedAccounts: [String] = []

  /// A stack that was deleted.
  var deletedStack: StackKey?

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
    /// What becomes of screens that are shown.
    let leaving: Leaving

    /// Where a live stack goes if its top is gone.
    var landing = NavRemovalDestination.parent
  }

  /// Notes a batch of a removal.
  func noteBatch() {
    (changesTree, leavesTombstones) = (true, true)
    if case .unchanged = history { history = .ofAll }
  }

  /// How a screen leaves whose visit is gone.
  enum Leaving: Sendable {
    /// It stays until the user leaves it, and nothing of it is written.
    case whenLeft

    /// At once.
    case atOnce
  }
}

extension LiveStack: LiveObject {
  var account: String { key.account }

  func follow(_ effect: Effect) {
    if effect.deletedStack == key { didErase() }
    if let fate = effect.fate, fate.concerns(account: account) { changeUnsavedValues(fate) }
    if let successor = effect.successor {
      didRewrite(successor)
      if let fate = effect.fate { changeUnstored(fate) }
      didChangeRoots(of: effect.roots)
    }
    if let removal = effect.removal { follow(removal, effect) }
  }

  private func follow(_ removal: Effect.Removal, _ effect: Effect) {
    guard let connection = writer.openConnection else { return }
    // If it can't be read, it is read before the stack is next written.
    guard let gone = try? visitsGone(in: connection) else { return isBehind = true }
    switch removal.leaving {
    case .whenLeft: didForget(gone, effect.roots)
    case .atOnce:
      didChangeRoots(of: effect.roots)
      if let fate = effect.fate { changeUnstoredRoot(fate) }
      didRestart(effect.restarted)
      didRemove(
        gone, landing: removal.landing, alsoGone: unstoredNodes(goneBy: effect.fate))
    }
  }
}

extension NavStore.WindowHistory: LiveObject {
  func follow(_ effect: Effect) {
    if let stack = effect.deletedStack, stack.unnamed == first.unnamed { didDelete(stack) }
    guard let removal = effect.removal, let connection = writer.openConnection else { return }
    do {
      try didRemove(in: connection, landing: removal.landing)
    } catch {
      isBehind = true
    }
  }
}
