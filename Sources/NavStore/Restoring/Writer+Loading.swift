import NavStoreSQLite

extension Writer {
  /// Loads a stack from the file, or imports it from legacy state if it was never saved. With
  /// `adoption`, call it on the writer's queue.
  func load(
    _ key: StackKey, codec: RouteCodec, policy: NavStore.RestorePolicy<ErasedRoute>,
    adopting adoption: Adoption?, from connection: Connection
  ) throws -> LoadedStack {
    var loaded = try restore(key, codec: codec, policy: policy, from: connection)
    if let failure = failureFromDamage(of: key, isSaved: loaded.isSaved) {
      loaded.failures.append(failure)
      if case .fail = policy.onUndecodable { try NavStore.Error.refuse(loaded.failures) }
    }
    guard let adoption else { return loaded }
    try adopt(
      adoption, into: &loaded, of: key, policy: policy.onUndecodable, in: connection)
    let isWithOthers = try loaded.stored.row.map {
      try AdoptionTable(db: connection).isWithOthers(adoption.name, than: $0.account)
    }
    imports.note(loaded, of: key, isWithOthers: isWithOthers ?? false)
    return loaded
  }

  /// Restores a stack by a policy.
  private func restore(
    _ key: StackKey, codec: RouteCodec, policy: NavStore.RestorePolicy<ErasedRoute>,
    from db: Connection
  ) throws -> LoadedStack {
    let limits = configuration.limits
    guard let row = try StackTable(db: db).find(key) else {
      return LoadedStack(stack: StackState(backForwardLimit: limits.backForwardEntries))
    }
    let root = VisitNode.root()
    var salvage = Salvager(policy: policy.onUndecodable, root: root)
    if let id = row.root { salvage.readRoot(try RouteTable(db: db).raw(id), with: codec) }
    let tips = try StackTable(db: db).list(of: row, limit: limits.backForwardEntries)
    salvage.read(try VisitTable(db: db).chain(from: tips.current), with: codec)
    if case .fail = policy.onUndecodable { try NavStore.Error.refuse(salvage.failures) }
    var nodes: [Int64: VisitNode] = [0: root]
    for node in salvage.chain { nodes[node.id] = node }
    var list = tips.visits(nodes)
    // The top visit of the saved stack isn't in `chain` if it could not be restored. Back and
    // Forward then skip its entries until a version of the app can restore it.
    if !list.current.isLoaded { list.current.isUnreadable = true }
    var chain = salvage.chain
    var reason: NavSkippedReason?
    if policy.startsEmpty || (policy.goesWithRoot && row.root == nil) {
      list = BackForwardList(root: root, limit: limits.backForwardEntries)
      chain = []
      salvage.rootRoute = nil
    } else if !chain.isEmpty || salvage.rootRoute != nil {
      if attempts.skips(key, count: row.attempts) {
        reason = .crashedRepeatedly
      } else if try isExpired(key, after: policy.expiresAfter, in: db) {
        reason = .expired
      }
      if reason != nil {
        if !chain.isEmpty { list.retreat(to: root, within: 1) }
        chain = []
      }
      // An expired stack keeps its saved root route. A stack with which the app crashed starts at
      // the app's root screen, because the saved root route may be the cause. An expired sheet
      // isn't presented, so it has no root route.
      if reason == .crashedRepeatedly || (reason == .expired && policy.goesWithRoot) {
        salvage.rootRoute = nil
      }
    }
    var stack = StackState(root: root, list: list, chain: chain)
    stack.rootRoute = salvage.rootRoute
    let stored = StoredStack(
      row: (row.id, row.account, row.revision), savedAt: row.savedAt == 0 ? nil : row.savedAt,
      isSceneClosed: row.isSceneClosed, isRootStale: row.root != nil && salvage.rootRoute == nil)
    return LoadedStack(
      stack: stack, failures: salvage.failures, stored: stored, skippedReason: reason)
  }

  private func isExpired(
    _ key: StackKey, after limit: Duration?, in db: Connection
  ) throws -> Bool {
    // A limit of zero expires every stack, even if the clock is wrong.
    if let limit, limit <= .zero { return true }
    let now = now
    guard let limit, let savedAt = try SceneTable(db: db).savedAt(key.scene),
      savedAt >= RetentionClock.plausible, now > savedAt
    else { return false }
    return .milliseconds(now - savedAt) > limit
  }

  /// Returns the failure to report for a stack that was lost with a damaged file. Returns `nil` if
  /// no file was damaged, or the stack was copied from the damaged file as a whole.
  private func failureFromDamage(of key: StackKey, isSaved: Bool) -> NavRestorationFailure? {
    report.withLock { report in
      report.failures[key] ?? (report.lacksStacks && !isSaved ? .damaged(at: 0) : nil)
    }
  }
}
