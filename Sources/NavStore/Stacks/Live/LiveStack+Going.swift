import NavStoreSQLite

// Reads the stack of a list entry from the file when the user first goes to the entry.
extension LiveStack {
  /// Reads the stack with the top visit `id`, for the list entries of that visit. If the stack
  /// can't be decoded, marks these entries as unreadable.
  ///
  /// Returns `false` if the file can't be read. The entries are then left unchanged, because a
  /// failed read doesn't mean that they are damaged. On the writer's queue, pass the writer's
  /// `connection`.
  package func load(_ id: Int64, on connection: Connection? = nil) -> Bool {
    do {
      if try node(of: id, on: connection) == nil { withState { $0.stack.markUnreadable(id) } }
      return true
    } catch {
      return false
    }
  }

  /// Reads a visit and the visits below it, and decodes their routes, except for visits that are in
  /// memory. Returns `nil` if a route can't be decoded, the chain is cut short, or the visit was
  /// removed. Runs code of the app, so call it without the stack's lock. On the writer's queue, pass
  /// the writer's `connection`.
  func node(of id: Int64, on connection: Connection?) throws -> VisitNode? {
    func read(_ db: Connection) throws -> (rows: [VisitTable.ChainRow], isWhole: Bool) {
      try VisitTable(db: db).chain(from: id)
    }
    let (rows, isWhole) = try connection.map(read) ?? writer.readSync(read)
    let known = withState { Set($0.stack.concerned.map(\.id)) }
    var salvage = Salvager()
    salvage.read((rows.filter { !known.contains($0.id) }, isWhole), with: codec)
    guard rows.first?.route != nil, salvage.failures.isEmpty else { return nil }
    let read = salvage.chain
    return withState { $0.stack.node(of: rows, read: read) }
  }
}

extension StackState {
  /// Returns the index of the list entry `offset` entries away from the current one; `nil` if there
  /// is none. An entry with the same routes as its neighbor doesn't count. So if an entry on the
  /// way isn't loaded, returns its index, because its routes must be read first.
  package func target(by offset: Int) -> Int? {
    let target = list.target(by: offset) { VisitNode.haveEqualRoutes($0, $1, inFile: ==) }
    guard let target, offset != 0 else { return target }
    let onTheWay = stride(from: list.index, to: target, by: offset.signum())
    return onTheWay.first { !list.entries[$0].isLoaded && !list.entries[$0].isUnreadable } ?? target
  }

  /// Returns `index` if the list has an entry there that is not marked as unreadable; otherwise,
  /// `nil`.
  package func target(at index: Int) -> Int? { list.target(at: index) }

  /// The numbers of the visits of list entries that were not loaded from the file yet.
  package var unreadIDs: [Int64] {
    list.entries.filter { !$0.isLoaded && !$0.isUnreadable }.map(\.id)
  }

  /// Marks the list entries of the visit `id` as unreadable, unless they are loaded.
  fileprivate func markUnreadable(_ id: Int64) {
    for entry in list.entries where entry.id == id && !entry.isLoaded { entry.isUnreadable = true }
  }
}
