import NavStoreSQLite

/// Steps along the list. Entries are read from the file when the user goes to them.
extension LiveStack {
  /// Goes to the entry that `target` returns. Reads its stack first, if it has not been read.
  func go(
    endsTurn: Bool, by face: AnyObject?, to target: (inout StackState) -> Int?
  ) -> Bool {
    // Each round reads one more entry or ends, so the number of rounds is bounded.
    for _ in 0...writer.configuration.limits.backForwardEntries {
      let step = change(endsTurn: endsTurn, by: face) { stack in
        // Settle first, so that the list includes the changes before this one.
        stack.settle()
        let target = target(&stack)
        return stack.step(to: target)
      }
      switch step {
      case .done: return true
      case .noEntry: return false
      case .unread(let id): guard load(id) else { return false }
      }
    }
    return false
  }

  /// Reads the stack of the entries of visit `id`, or marks them as unreadable. Returns `false` if
  /// the file can't be read, which doesn't mean that an entry is damaged. On the writer's queue,
  /// pass its `connection`.
  package func load(_ id: Int64, on connection: Connection? = nil) -> Bool {
    let limit = writer.configuration.limits.chain
    func read(_ db: Connection) throws -> (rows: [VisitTable.ChainRow], isWhole: Bool) {
      try VisitTable(db: db).chain(from: id, limit: limit)
    }
    guard let chain = try? connection.map(read) ?? writer.readSync(read) else { return false }
    let routes = newRoutes(of: chain)
    withState { state in
      if let routes {
        _ = state.stack.node(of: chain.rows, routes: routes)
      } else {
        state.stack.markUnreadable(id)
      }
    }
    return true
  }

  /// Decodes the routes of a stack in the file whose visits aren't in memory. Returns `nil` if one can't be decoded, or
  /// a visit is missing. Runs code of the app, so call it without the lock.
  func newRoutes(
    of chain: (rows: [VisitTable.ChainRow], isWhole: Bool)
  ) -> [Int64: ErasedRoute]? {
    guard chain.isWhole, chain.rows.first?.route != nil else { return nil }
    let known = withState { $0.stack.loadedIDs }
    return codec.decodeWhole(chain.rows.filter { !known.contains($0.id) })
  }
}

/// The outcome of a step.
private enum GoStep {
  case done
  case noEntry
  case unread(Int64)
}

extension StackState {
  fileprivate mutating func step(to index: Int?) -> GoStep {
    guard let index else { return .noEntry }
    let entry = list.entries[index]
    guard entry.isLoaded else { return .unread(entry.id) }
    return go(to: index) ? .done : .noEntry
  }

  /// Returns the index of the list entry `offset` entries away; `nil` if there is none. Returns the
  /// index of an unread entry on the way, because it must be read to know whether it counts.
  package func target(by offset: Int) -> Int? {
    let target = list.target(by: offset) { VisitNode.haveEqualRoutes($0, $1, inFile: ==) }
    guard let target, offset != 0 else { return target }
    let onTheWay = stride(from: list.index, to: target, by: offset.signum())
    return onTheWay.first { !list.entries[$0].isLoaded && !list.entries[$0].isUnreadable } ?? target
  }

  /// Returns `index` if it has a readable entry; otherwise, `nil`.
  package func target(at index: Int) -> Int? { list.target(at: index) }

  /// The visits of the entries whose chains have not been read.
  package var unreadIDs: [Int64] {
    list.entries.filter { !$0.isLoaded && !$0.isUnreadable }.map(\.id)
  }

  /// The visits whose nodes are in memory.
  fileprivate var loadedIDs: Set<Int64> {
    Set(knownNodes.lazy.filter(\.value.isLoaded).map(\.key))
  }

  /// Marks the unread entries of a visit as unreadable.
  fileprivate func markUnreadable(_ id: Int64) {
    for entry in list.entries where entry.id == id && !entry.isLoaded { entry.markUnreadable() }
  }
}
