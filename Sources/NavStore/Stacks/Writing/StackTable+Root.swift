import NavStoreSQLite

/// Root routes: the app may name the screen that a stack stands on.
///
/// A root's route need not have a visit: see ``NamedRoutes``.
extension StackTable {
  /// Names the root route of a stack; nil for none.
  func setRoot(_ route: Int64?, of stack: Int64) throws {
    try db.run("UPDATE stack SET root = ? WHERE id = ?", route, stack)
  }

  /// The routes that stacks stand on, and those stacks.
  func rootRoutes() throws -> [Int64: [Int64]] {
    let rows = try db.all("SELECT root, id FROM stack WHERE root IS NOT NULL") {
      (root: $0.int(0), stack: $0.int(1))
    }
    return Dictionary(grouping: rows, by: \.root).mapValues { $0.map(\.stack) }
  }
}

extension StackWriter {
  /// Writes the root route where the row just written may have another one.
  func writeRoot(
    _ row: StackBatch.Row, of batch: StackBatch, _ written: StackBatch.Written
  ) throws {
    let isOwnRow =
      if let known = batch.known {
        written.known.id == known.id && written.known.revision == known.revision &+ 1
      } else {
        written.known.revision == 1 && row.root == nil
      }
    guard row.setsRoot || !isOwnRow else { return }
    let route = try row.root.map {
      try RouteTable(db: db).id(of: $0, account: written.known.account)
    }
    try StackTable(db: db).setRoot(route, of: written.known.id)
  }
}

extension RouteTable {
  /// A route by its number; nil where there is none.
  func raw(_ id: Int64) throws -> RawRoute? {
    try db.first("SELECT tag, version, payload, hash FROM route WHERE id = ?", id) {
      $0.rawRoute(0)
    }
  }
}

extension Salvager {
  /// Takes the root route from the file, before the chain that stands on it; nil: it is missing.
  ///
  /// It is the lowest route of the stack. With it the stack is lost, unless a policy puts another
  /// in its place.
  mutating func readRoot(_ raw: RawRoute?) {
    do throws(NavStore.LossReason) {
      guard let raw else { throw .missing }
      rootRoute = try codec.decode(raw)
    } catch {
      loseRoot(
        NavStore.Loss(position: -1, tag: raw?.tag, version: raw?.version, reason: error))
    }
  }
}
