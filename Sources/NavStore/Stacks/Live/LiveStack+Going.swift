import NavStoreSQLite

/// Going along the list, whose entries are read from the file when somebody goes there.
extension LiveStack {
  /// Goes to the entry that `target` names, reading its stack if that was not done yet.
  func go(
    endsTurn: Bool, by face: AnyObject?, to target: (inout StackState) -> Int?
  ) -> Bool {
    // Bounded: each round reads one entry more, or ends.
    for _ in 0...writer.configuration.limits.backForwardEntries {
      let step = change(endsTurn: endsTurn, by: face) { stack in
        // The list is only what it will be once the changes before this one are in it.
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

  /// Reads the chain of the entries that stand on visit `id`; one that holds a loss is marked.
  /// False if the file could not be read. Callers on the writer's queue pass its `connection`.
  package func load(_ id: Int64, on connection: Connection? = nil) -> Bool {
    let limit = writer.configuration.limits.chain
    func read(_ db: Connection) throws -> (rows: [VisitTable.ChainRow], isWhole: Bool) {
      try VisitTable(db: db).chain(from: id, limit: limit)
    }
    // A read that fails (a full or locked disk, a closed store) says nothing about the entry.
    guard let chain = try? connection.map(read) ?? writer.readSync(read) else { return false }
    // Decoding is the app's code: it runs without the lock, which it might come back for.
    let known = withState { $0.stack.loadedIDs }
    var decoded: [Int64: ErasedRoute?] = [:]
    for row in chain.rows where !known.contains(row.id) {
      guard let raw = row.route else { continue }
      decoded.updateValue(try? codec.decode(raw), forKey: row.id)
    }
    withState { $0.stack.attach(chain, to: id, decoded: decoded) }
    return true
  }
}

/// What going somewhere came to.
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

  /// The index of the list entry `offset` entries away, or of the nearest one on the way that has not been read: only
  /// then it is known whether it counts. `nil` if there is none.
  package func target(by offset: Int) -> Int? {
    let target = list.target(by: offset) { VisitNode.haveEqualRoutes($0, $1, inFile: ==) }
    guard let target, offset != 0 else { return target }
    let onTheWay = stride(from: list.index, to: target, by: offset.signum())
    return onTheWay.first { !list.entries[$0].isLoaded && !list.entries[$0].isUnreadable } ?? target
  }

  /// `index`, if there is a readable entry.
  package func target(at index: Int) -> Int? { list.target(at: index) }

  /// The entries whose chain has not been read.
  package var unreadIDs: [Int64] {
    list.entries.filter { !$0.isLoaded && !$0.isUnreadable }.map(\.id)
  }

  /// The visits whose nodes are in memory.
  fileprivate var loadedIDs: Set<Int64> {
    Set(knownNodes.lazy.filter(\.value.isLoaded).map(\.key))
  }

  /// Fills in the entries on visit `id` with a chain from the file, top first, and the routes of
  /// its visits; nil is one that does not decode.
  mutating func attach(
    _ chain: (rows: [VisitTable.ChainRow], isWhole: Bool), to id: Int64,
    decoded: [Int64: ErasedRoute?]
  ) {
    let entries = list.entries.filter { $0.id == id && !$0.isLoaded }
    guard let entry = entries.first else { return }
    guard chain.isWhole, chain.rows.first?.route != nil else {
      return entries.forEach { $0.markUnreadable() }
    }
    let known = knownNodes
    var tip = root
    for row in chain.rows.reversed() {
      guard let raw = row.route else { continue }
      if let node = known[row.id], node.isLoaded {
        tip = node
        continue
      }
      // Left memory since it was looked up: the next round decodes it.
      guard let outcome = decoded[row.id] else { return }
      guard let route = outcome else { return entries.forEach { $0.markUnreadable() } }
      if let node = known[row.id] ?? (row.id == id ? entry : nil) {
        node.load(route: route, parent: tip, isSeen: row.time != nil, fingerprint: raw.fingerprint)
        tip = node
      } else {
        tip = .stored(
          route, on: tip, id: row.id, isSeen: row.time != nil, fingerprint: raw.fingerprint)
      }
    }
  }
}
