import NavStorePlatform
import NavStoreSQLite

/// A stack that was loaded from the file, with the outcome of the restore.
struct LoadedStack {
  var stack: StackState
  var failures: [NavRestorationFailure] = []
  var stored = StoredStack()
  var skippedReason: NavSkippedReason?
  var adoption: Adoption?
}

/// Restores stacks from the file, and doesn't write to it.
struct SessionLoader {
  let db: Connection
  let codec: RouteCodec
  let limits: NavStore.Limits

  /// Returns the path from the root screen up to the visit `id`. If that visit doesn't exist, the
  /// path is empty and has a failure.
  func stack<R: Equatable & Sendable>(
    of id: Int64, as type: R.Type
  ) throws -> NavRestoration<R> {
    let stored = try VisitTable(db: db).chain(from: id, limit: limits.chain)
    var salvage = Salvager()
    salvage.read(stored, with: codec)
    let time = stored.rows.first?.time
    return NavRestoration(
      path: salvage.chain.compactMap(\.route).unboxed(as: type), failures: salvage.failures,
      savedAt: time.map { Date(milliseconds: $0) })
  }

  /// Loads a stack by a policy. `skips` returns whether the stack has crashed the app too
  /// often.
  func load(
    _ key: StackKey, policy: NavStore.RestorePolicy<ErasedRoute>, now: Int64,
    skips: (_ count: Int) -> Bool
  ) throws -> LoadedStack {
    guard let row = try StackTable(db: db).find(key) else {
      return LoadedStack(stack: StackState(backForwardLimit: limits.backForwardEntries))
    }
    let root = VisitNode.root()
    var salvage = Salvager(policy: policy.onUndecodable, root: root)
    if let id = row.root { salvage.readRoot(try RouteTable(db: db).raw(id), with: codec) }
    let tips = try StackTable(db: db).list(of: row, limit: limits.backForwardEntries)
    salvage.read(
      try VisitTable(db: db).chain(from: tips.current, limit: limits.chain), with: codec)
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
      if skips(row.attempts) {
        reason = .crashedRepeatedly
      } else if try isExpired(key, after: policy.expiresAfter, now: now) {
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
    var stack = StackState(root: root, chain: chain, list: list)
    stack.rootRoute = salvage.rootRoute
    let stored = StoredStack(
      row: (row.id, row.account, row.revision), savedAt: row.savedAt == 0 ? nil : row.savedAt,
      isSceneClosed: row.isSceneClosed, isRootStale: row.root != nil && salvage.rootRoute == nil)
    return LoadedStack(
      stack: stack, failures: salvage.failures, stored: stored, skippedReason: reason)
  }

  /// 2020-01-01. A save from before this date was made with a clock that had not been set.
  private static var plausibleTime: Int64 { 1_577_836_800_000 }

  private func isExpired(_ key: StackKey, after limit: Duration?, now: Int64) throws -> Bool {
    // A limit of zero expires every stack, even if the clock is wrong.
    if let limit, limit <= .zero { return true }
    guard let limit, let savedAt = try SceneTable(db: db).savedAt(key.scene),
      savedAt >= Self.plausibleTime, now > savedAt
    else { return false }
    return .milliseconds(now - savedAt) > limit
  }
}

/// Restores as many routes of a stack as the policy allows.
struct Salvager: ~Copyable {
  let policy: NavUndecodablePolicy<ErasedRoute>

  /// The restored visits, bottom first.
  private(set) var chain: [VisitNode] = []
  private(set) var failures: [NavRestorationFailure] = []
  private var top: VisitNode

  /// The route of the root screen; `nil` if there is none, or it could not be restored.
  var rootRoute: ErasedRoute?

  /// Whether no further route is restored, because a route below could not be restored.
  private var isCut = false

  init(
    policy: NavUndecodablePolicy<ErasedRoute> = .keepValidPrefix, root: VisitNode = .root()
  ) {
    self.policy = policy
    top = root
  }

  /// Returns the next route, bottom first, or its substitute by the policy; `nil` if there is
  /// neither.
  mutating func route(
    at position: Int, named type: String?, version: Int? = nil,
    _ result: Result<ErasedRoute, FailureCause>
  ) -> (route: ErasedRoute, isStandIn: Bool)? {
    do throws(FailureCause) {
      let route = try result.get()
      guard !isCut else { throw .aboveFailure }
      return (route, false)
    } catch {
      let failure = NavRestorationFailure(
        position: position, typeName: type, version: version, cause: error)
      failures.append(failure)
      if case .substitute(let replacement) = policy, !isCut {
        return replacement(failure).map { ($0, true) }
      }
      isCut = true
      return nil
    }
  }

  /// Restores the root route from `raw`, which is `nil` if the file doesn't have the route. Call
  /// this before the chain of visits is restored.
  ///
  /// Without its root route, no route of the stack is restored, unless the policy substitutes the
  /// root route.
  mutating func readRoot(_ raw: RawRoute?, with codec: RouteCodec) {
    let result = raw.map(codec.result(of:)) ?? .failure(.missing)
    rootRoute = route(at: -1, named: raw?.tag, version: raw?.version, result)?.route
  }

  /// Restores a chain of visits that was read from the file, top first. A forgotten visit in the
  /// chain isn't a failure.
  mutating func read(
    _ stored: (rows: [VisitTable.ChainRow], isWhole: Bool), with codec: RouteCodec
  ) {
    if !stored.isWhole {
      isCut = true
      failures.append(
        NavRestorationFailure(position: 0, typeName: nil, version: nil, cause: .missing))
    }
    let routes = isCut ? nil : codec.decodeAll(stored.rows.reversed().compactMap(\.route))?.boxed()
    var position = -1
    for row in stored.rows.reversed() {
      guard let raw = row.route else { continue }
      position += 1
      let restored =
        routes.map { ($0[position], false) }
        ?? route(at: position, named: raw.tag, version: raw.version, codec.result(of: raw))
      guard let (route, isStandIn) = restored else { continue }
      top = .stored(
        route, on: top, id: row.id, isSeen: row.time != nil, fingerprint: raw.fingerprint,
        isStandIn: isStandIn)
      chain.append(top)
    }
    if case .resetToRoot = policy, !failures.isEmpty { (chain, rootRoute) = ([], nil) }
  }
}

extension NavStore.Error {
  /// Throws if there are failures.
  static func refuse(_ failures: [NavRestorationFailure]) throws(NavStore.Error) {
    guard !failures.isEmpty else { return }
    throw NavStore.Error(
      .unrestorable,
      """
      \(failures.count) routes of the stack cannot be restored. Restore it with another policy to get the \
      others.
      """)
  }
}
