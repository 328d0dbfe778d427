import NavStore
import NavStoreSQLite

/// Reads the stacks of a scene, and the visits from which the scene's tree is built.
struct TreeTable {
  let db: Connection

  /// Returns the stacks of a scene that belong to an account.
  func stacks(ofScene scene: String, account: String) throws -> [Int64] {
    try db.numbers(
      """
      SELECT stack.id FROM scene CROSS JOIN account ON account.key = ?2
      CROSS JOIN stack ON stack.scene = scene.id AND stack.account = account.id
      WHERE scene.key = ?1
      """, scene, account)
  }

  /// Returns the top visits of some stacks, and the visits in their back/forward lists and in the
  /// list of their window. No more lists of stacks are read once the size limit of a tree is
  /// reached.
  func standing(
    of stacks: [Int64], scene: String, account: String
  ) throws -> VisitTreeBuilder.Standing {
    let visits = VisitTable(db: db)
    var standing = VisitTreeBuilder.Standing()
    for stack in stacks {
      let row = try db.first("SELECT tip, list FROM stack WHERE id = ?", stack) {
        (tip: $0.int(0), list: $0.bytes(1))
      }
      guard let row else { continue }
      standing.current.insert(try visits.standing(from: row.tip)?.id ?? 0)
      guard standing.listed.count < VisitTreeBuilder.longest.visits else { continue }
      standing.listed.formUnion(BackForwardListCodec.decode(row.list) ?? [])
    }
    // Visits in the lists may have been removed since the stacks were saved.
    standing.listed = try visits.living(standing.listed).union(standing.current)
    let window = try WindowTable(db: db).find(scene: scene, account: account)
    let ids = Set(stacks)
    for entry in window?.entries ?? [] where ids.contains(entry.stack) {
      standing.listed.insert(entry.tip)
    }
    return standing
  }

  /// Returns the newest `limit` visits of some stacks that were seen, the newest first.
  func newest(of stacks: [Int64], limit: Int) throws -> [Int64] {
    try db.numbers(
      """
      SELECT id FROM visit
      WHERE time IS NOT NULL AND stack IN (SELECT value FROM json_each(?))
      ORDER BY id DESC LIMIT ?
      """, VisitTable.list(stacks), limit)
  }
}
