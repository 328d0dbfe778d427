import NavStoreSQLite

/// Old state on its way into a session.
struct Adoption<R: Hashable & Sendable>: Sendable {
  let source: NavStore.AdoptionSource<R>

  /// Nil where the stack has been saved, or lives: then nobody needs it.
  let old: OldStack<R>?
  let value: OldValue
}

extension NavStore {
  /// Reads old state where a stack may need it, on the caller's thread: it may run the app's code.
  func adoption<R: Hashable & Sendable>(
    from source: AdoptionSource<R>?, for key: StackKey, codec: RouteCodec<R>
  ) throws(NavStore.Error) -> Adoption<R>? {
    guard let source else { return nil }
    let writer = writer
    let isNeeded = try writer.look { connection in
      writer.registry.forgetKept(ifChanged: try connection.dataVersion)
      let isLive = try writer.registry.find(key, codec: codec.identity) != nil
      return try !isLive && (StackTable(db: connection).find(key)?.revision ?? 0) == 0
    }
    return Adoption(
      source: source, old: isNeeded ? source.read(codec) : nil,
      value: OldValue(of: source, codec: codec))
  }
}

extension SessionLoader {
  /// Brings old state along where the stack has never been saved. Reads only.
  func adopt<R: Hashable & Sendable>(
    _ adoption: Adoption<R>, into loaded: inout LoadedStack, of key: StackKey,
    policy: NavStore.RestorePolicy<R>, setsAside: (_ weight: Int) -> Bool
  ) throws {
    var outcome = NavStore.AdoptionReport.Outcome.alreadySaved
    var routes: [R] = []
    var losses: [NavStore.Loss] = []
    if !loaded.isSaved, let old = adoption.old {
      (outcome, routes, losses) = old.salvaged(by: policy.salvage)
    }
    if !routes.isEmpty {
      let isAside = setsAside(try SceneTable(db: db).attempts(key.scene))
      loaded.setAsideBecause = isAside ? .unconfirmed : nil
      loaded.stack = StackState(
        adopting: routes.map { RouteBox($0) }, stepsAside: isAside,
        backForwardLimit: limits.backForwardEntries)
    }
    loaded.adoption = NavStore.AdoptionReport(
      source: adoption.source.kind, outcome: outcome, routeCount: routes.count, losses: losses,
      value: adoption.value)
  }
}

extension LoadedStack {
  /// Whether the stack, not only a value of its root screen, is in the file.
  var isSaved: Bool { (known?.revision ?? 0) > 0 }
}

extension StackState {
  /// A stack that was saved elsewhere: one entry above the root screen, as if it had been pushed at
  /// once. Nothing waits to be written; the first turn takes the new nodes along.
  init(adopting routes: [AnyRoute], stepsAside: Bool, backForwardLimit: Int) {
    let root = Node.root()
    var chain: [Node] = []
    for route in routes { chain.append(Node(route, on: chain.last ?? root, replaced: false)) }
    var list = BackForwardList(root: root, limit: backForwardLimit)
    if let tip = chain.last { list.push(tip) }
    if stepsAside { list.stepAside(to: root) }
    self.init(root: root, chain: stepsAside ? [] : chain, list: list)
    fresh = chain
    adoptedTop = stepsAside ? nil : chain.last
  }
}

// MARK: - The old value

/// An old value that is to go once our own copy has proved itself.
final class OldValue: Sendable {
  /// Nil where nobody wants to know.
  private let discardWhole: (@Sendable () -> Bool)?
  private let removed = Locked(false)

  init<R>(of source: NavStore.AdoptionSource<R>, codec: RouteCodec<R>) {
    guard source.remove != nil || source.safeToRemove != nil else {
      discardWhole = nil
      return
    }
    discardWhole = {
      guard source.read(codec).isWhole else { return false }
      // Where it fails (a locked device), the next launch tries again.
      let isRemoved = source.remove.map { remove in (try? remove()) != nil } ?? false
      source.safeToRemove?()
      return isRemoved
    }
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  /// Removes it where that loses no route; never on the writer's queue.
  func discard() {
    guard let discardWhole, discardWhole() else { return }
    removed.withLock { $0 = true }
  }
}

/// Old values that wait for a confirmed restore. Confined to the writer's queue.
struct OldValues {
  private var waiting: [StackKey: OldValue] = [:]

  /// Stacks that this process found unsaved: what it saves of them proves itself in a later launch.
  private var unsaved: Set<StackKey> = []

  /// Notes what a session was made from.
  mutating func note(_ loaded: LoadedStack, of key: StackKey) {
    guard let report = loaded.adoption else { return }
    guard loaded.isSaved else {
      unsaved.insert(key)
      return
    }
    guard !unsaved.contains(key), loaded.losses.isEmpty, loaded.setAsideBecause == nil else {
      return
    }
    waiting[key] = report.value
  }

  /// Hands over the value of a stack that was confirmed; nil: those of all.
  mutating func take(_ key: StackKey? = nil) -> [OldValue] {
    guard let key else {
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    return waiting.removeValue(forKey: key).map { [$0] } ?? []
  }
}
