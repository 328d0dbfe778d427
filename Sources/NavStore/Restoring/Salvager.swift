/// A stack that was loaded from the file, with the outcome of the restore.
struct LoadedStack {
  var stack: StackState
  var failures: [NavRestorationFailure] = []
  var stored = StoredStack()
  var skippedReason: NavSkippedReason?
  var adoption: Adoption?
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
      top = VisitNode(
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
