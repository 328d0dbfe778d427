import NavStoreSQLite

/// The effects of a change of the file on a live stack. RULES.md, 11.
struct StackFacts {
  /// The visits that are gone from the file.
  var gone: Set<Int64> = []

  /// The nodes in memory only that are gone.
  var goneNodes: Set<ObjectIdentifier> = []

  /// The nodes that have other routes, with the fingerprints of those that are stored.
  var routes: [(node: VisitNode, route: ErasedRoute, fingerprint: Int64)] = []
  var root = Root.unchanged

  /// Whether the file has the stack at its root screen, because its root or its selection was removed.
  var isRestarted = false

  enum Root {
    case unchanged

    /// It was forgotten: it stays on screen, and is not saved.
    case forgotten

    /// The file has another one, or none.
    case stored(ErasedRoute?)

    /// One that is only in memory becomes another one, or none.
    case unstored(ErasedRoute, ErasedRoute?)
  }

  func isGone(_ node: VisitNode) -> Bool {
    gone.contains(node.id) || goneNodes.contains(ObjectIdentifier(node))
  }
}

// How a live stack follows a change of the file. On the writer's queue.
extension LiveStack: LiveObject {
  var account: String { key.account }

  func follow(_ effect: Effect) {
    if effect.deletedStack == key { didErase() }
    let fate = effect.fate.flatMap { $0.concerns(account: account) ? $0 : nil }
    if let fate { changeUnsavedValues(fate) }
    guard effect.removal != nil || effect.successor != nil else { return }
    // If the file can't be read, it is read before the stack is next written.
    guard let facts = try? facts(of: effect, fate) else { return isBehind = true }
    if let removal = effect.removal, removal.landing == .previousEntry {
      readLanding(without: facts.isGone)
    }
    var mustWrite = false
    apply { mustWrite = $0.follow(facts, effect.removal) }
    if mustWrite { writer.enroll(self, schedules: true) }
  }

  /// Finds the visits, routes and root of the stack that an effect changes. Decoding and changing routes is the app's code, which runs without the
  /// lock.
  private func facts(of effect: Effect, _ fate: RouteFate?) throws -> StackFacts {
    var facts = StackFacts()
    if effect.removal != nil, let connection = writer.openConnection {
      facts.gone = try visitsGone(in: connection)
    }
    if effect.successor != nil || fate != nil {
      for (node, route) in loadedRoutes {
        if node.id >= 0 {
          guard let raw = effect.successor?(node.id), let new = try? codec.decode(raw) else {
            continue
          }
          facts.routes.append((node, new, raw.fingerprint))
        } else if let fate {
          guard let new = fate.route(route, of: self) else {
            facts.goneNodes.insert(ObjectIdentifier(node))
            continue
          }
          if new != route { facts.routes.append((node, new, 0)) }
        }
      }
    }
    let known = withState { $0.known?.id }
    facts.isRestarted = known.map(effect.restarted.contains) ?? false
    if let known, let raw = effect.roots[known] {
      facts.root = storedRoot(raw, isForgotten: effect.removal?.leaving == .whenLeft)
    } else if let fate {
      facts.root = unstoredRoot(fate)
    }
    return facts
  }

  private func storedRoot(_ raw: RawRoute?, isForgotten: Bool) -> StackFacts.Root {
    if isForgotten { return .forgotten }
    guard let raw else { return .stored(nil) }
    // A root that does not decode is kept on screen until the next restore.
    return (try? codec.decode(raw)).map { .stored($0) } ?? .unchanged
  }

  private func unstoredRoot(_ fate: RouteFate) -> StackFacts.Root {
    let (root, stored) = withState { ($0.stack.rootRoute, $0.storedRoot) }
    guard let root, (stored ?? StoredRoot(root, codec: codec)).isTransient else {
      return .unchanged
    }
    let new = fate.route(root, of: self)
    return new == root ? .unchanged : .unstored(root, new)
  }

  /// The nodes that the stack and its list stand on, or that are still to be written, as they are now.
  private var loadedRoutes: [(node: VisitNode, route: ErasedRoute)] {
    withState { state in
      state.stack.settle()
      return state.stack.concerned.compactMap { node in
        guard !node.isForgotten, !node.isUnreadable, let route = node.route else { return nil }
        return (node, route)
      }
    }
  }

  /// Changes the values that wait to be saved with the stack.
  private func changeUnsavedValues(_ fate: RouteFate) {
    // Deciding is the app's code, which runs without the lock.
    let unsaved = withState { state in
      Array(state.stack.pending.sceneValues) + Array(state.stack.ended?.pending.sceneValues ?? [:])
    }
    for (name, value) in unsaved {
      guard let new = fate.value(value) else { continue }
      withState { state in
        state.stack.changePending { pending in
          if pending.sceneValues[name] == value { pending.sceneValues[name] = new }
        }
      }
    }
  }

  /// Reads the entry on which the stack is to land, or finds that it cannot be read.
  private func readLanding(without isGone: (VisitNode) -> Bool) {
    guard let connection = writer.openConnection else { return }
    for _ in 0...writer.configuration.limits.backForwardEntries {
      let id = withState { state -> Int64? in
        state.stack.settle()
        let list = state.stack.list
        let entry = list.entries[
          list.place(of: .previousEntry, without: isGone, where: { !$0.isUnreadable })]
        return entry.isLoaded || entry.isUnreadable ? nil : entry.id
      }
      guard let id, load(id, on: connection) else { return }
    }
  }
}

extension LiveStack.State {
  /// Follows a change of the file. Returns whether the stack has to be written after it.
  fileprivate mutating func follow(_ facts: StackFacts, _ removal: Effect.Removal?) -> Bool {
    var mustWrite = false
    for (node, route, fingerprint) in facts.routes {
      (node.route, node.fingerprint) = (route, fingerprint)
    }
    if !facts.routes.isEmpty { stack.noteChange() }
    switch facts.root {
    case .unchanged: break
    case .forgotten: forgetRoot()
    case .stored(let root):
      storedRoot = nil
      stack.didChangeRoot(to: root)
    case .unstored(let old, let root):
      guard stack.rootRoute == old else { break }
      storedRoot = nil
      stack.didChangeRoot(to: root)
      (stack.pending.isRootDirty, mustWrite) = (true, true)
    }
    if facts.isRestarted { stack.startAnew() }
    switch removal?.leaving {
    case nil: break
    case .whenLeft: forget(facts.gone)
    case .atOnce:
      // The file has the stack and its list as they were.
      if stack.remove(landing: removal?.landing ?? .parent, where: facts.isGone) {
        mustWrite = true
      }
    }
    if mustWrite { (stack.pending.isDirty, isEnrolled) = (true, true) }
    return mustWrite
  }
}
