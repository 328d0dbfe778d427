import NavStoreSQLite

/// Which old state was taken over: it is not, ever again.
struct AdoptionTable {
  let db: Connection

  func contains(_ claim: AdoptionClaim) throws -> Bool {
    try db.first(
      "SELECT 1 FROM adoption WHERE source = ? AND name = ?", claim.source, claim.name
    ) { _ in true } ?? false
  }

  /// Notes that `account` has it; nil if nobody has by now.
  func insert(_ claim: AdoptionClaim, account: Int64?) throws {
    try db.run(
      """
      INSERT INTO adoption (source, name, account) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
      """, claim.source, claim.name, account)
  }

  /// Whether what was taken over for stacks of that name is with other accounts only.
  func isWithOthers(_ name: String, than account: Int64) throws -> Bool {
    try db.first(
      """
      SELECT count(*) > 0 AND total(account = ?2) = 0 FROM adoption WHERE name = ?1
      """, name, account
    ) { $0.int(0) != 0 } ?? false
  }

  /// The old values of an account, or of everybody if it is nil, are gone or have to be looked
  /// for by the caller: the names of the stacks that had taken them over, and whose they were.
  func release(ofAccount account: Int64?) throws -> [(account: String, name: String)] {
    let held = try db.all(
      """
      SELECT account.key, adoption.name
      FROM adoption CROSS JOIN account ON account.id = adoption.account
      WHERE ?1 IS NULL OR adoption.account = ?1
      """, account
    ) { (account: $0.text(0), name: $0.text(1)) }
    try db.run(
      """
      UPDATE adoption SET account = NULL WHERE account IS NOT NULL AND (?1 IS NULL OR account = ?1)
      """, account)
    return held
  }

  /// The old value that a stack of `account` imported was removed.
  func noteRemoved(_ claim: AdoptionClaim, ofAccount account: Int64) throws {
    try db.run(
      "UPDATE adoption SET account = NULL WHERE source = ? AND name = ? AND account = ?",
      claim.source, claim.name, account)
  }
}
