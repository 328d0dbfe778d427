import NavStore
import NavStoreSQLite

extension NavHistory {
  /// Returns the tree of a scene's visits.
  ///
  /// The tree has the newest `limit` visits that were seen and the visits below them in their
  /// stacks, also screens that were always covered. It also has the current visits and the
  /// back/forward lists of all stacks. A forgotten visit is replaced by its parent. A tree has at
  /// most 50,000 nodes and 4 MiB of routes; visits further below are left out.
  ///
  /// Costs a look-up for each node, and a pass over all visits that are newer than the oldest of
  /// the `limit` seen visits.
  ///
  /// - Parameters:
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8. A scene that does not exist has no
  ///     visits.
  ///   - limit: The number of seen visits; 0 or more.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `invalidArgument`,
  ///   `unsupportedRoute`, `busy`, `fileUnusable` or `closed`.
  public func tree(
    in scene: String, limit: Int = 1_000
  ) async throws(NavStore.Error) -> NavVisitTree<Element> {
    let codec = try codec
    try Key.check(scene, "scene")
    let account = try Key.account(account)
    guard limit >= 0 else {
      throw NavStore.Error(.invalidArgument, "A limit of \(limit) is negative.")
    }
    return try await store.writer.read { connection in
      let (table, visits) = (TreeTable(db: connection), VisitTable(db: connection))
      let stacks = try table.stacks(ofScene: scene, account: account)
      let standing = try table.standing(of: stacks, scene: scene, account: account)
      var builder = VisitTreeBuilder()
      func add(_ id: Int64) throws { try builder.add(id) { try visits.visits([$0]).first } }
      for id in standing.current.union(standing.listed) { try add(id) }
      for id in try table.newest(of: stacks, limit: limit) { try add(id) }
      return builder.tree(standing) { try? codec.decode($0).unboxed(as: Element.self) }
    }
  }

  /// Returns the tree of a scene's visits, and the new tree after each change of the history.
  ///
  /// A change of a stack that makes no visit, such as Back, makes no new tree. Errors are reported
  /// as by ``/NavStore/NavHistory/updates(_:)``.
  ///
  /// - Parameters:
  ///   - scene: The key of the window, as in ``tree(in:limit:)``.
  ///   - limit: The number of seen visits; 0 or more.
  public func treeUpdates(in scene: String, limit: Int = 1_000) -> NavUpdates<NavVisitTree<Element>>
  {
    updates { () async throws(NavStore.Error) in try await tree(in: scene, limit: limit) }
  }
}
