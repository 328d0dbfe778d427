import NavStore
import NavStoreSQLite

/// The stacks of a scene and the visits that its tree begins with.
struct TreeTable {
  let db: Connection

  /// A stack and its back/forward list.
  struct Stack {
    let id: Int64
    let tip: Int64
    let list: [Int64]
  }

  /// The stacks of a scene that belong to an account.
  func stacks(ofScene scene: String, account: String) throws -> [Stack] {
    try db.all(
      """
      SELECT stack.id, tip, list FROM scene CROSS JOIN account ON account.key = ?2
      CROSS JOIN stack ON stack.scene = scene.id AND stack.account = account.id
      WHERE scene.key = ?1
      """, scene, account
    ) { row in
      let tip = row.int(1)
      return Stack(
        id: row.int(0), tip: tip, list: BackForwardListCodec.decode(row.bytes(2)) ?? [tip])
    }.map { stack in
      // Visits may have been removed since the stack was saved.
      let visits = VisitTable(db: db)
      let living = try visits.living(stack.list)
      let top = try visits.standing(from: stack.tip)?.id ?? 0
      return Stack(id: stack.id, tip: top, list: stack.list.filter(living.contains) + [top])
    }
  }

  /// Where some stacks, their lists and the list of their window are.
  func standing(
    of stacks: [Stack], scene: String, account: String
  ) throws -> VisitTreeBuilder.Standing {
    let ids = Set(stacks.map(\.id))
    let window = try WindowTable(db: db).find(scene: scene, account: account)
    let entries = window?.entries ?? []
    return VisitTreeBuilder.Standing(
      current: Set(stacks.map(\.tip)),
      listed: Set(stacks.flatMap(\.list))
        .union(entries.lazy.filter { ids.contains($0.stack) }.map(\.tip)))
  }

  /// The newest `limit` visits of some stacks that were seen, the newest first.
  func newest(of stacks: [Stack], limit: Int) throws -> [Int64] {
    try db.all(
      """
      SELECT id FROM visit
      WHERE time IS NOT NULL AND stack IN (SELECT value FROM json_each(?))
      ORDER BY id DESC LIMIT ?
      """, VisitTable.list(stacks.map(\.id)), limit
    ) { $0.int(0) }
  }
}
