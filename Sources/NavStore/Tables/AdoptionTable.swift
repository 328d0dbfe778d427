import NavStoreSQLite

/// The legacy state that was imported. It is never imported again.
struct AdoptionTable {
  let db: Connection

  func contains(_ claim: AdoptionClaim) throws -> Bool {
    try db.first(
      "SELECT 1 FROM adoption WHERE source = ? AND name = ?", claim.source, claim.name
    ) { _ in true } ?? false
  }

  /// Records that `account` has imported the state; `nil` if no account has it any more.
  func insert(_ claim: AdoptionClaim, account: Int64?) throws {
    try db.run(
      """
      INSERT INTO adoption (source, name, account) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
      """, claim.source, claim.name, account)
  }

  /// Returns whether legacy state for stacks with that name was imported, and none of it by
  /// `account`.
  func isWithOthers(_ name: String, than account: Int64) throws -> Bool {
    try db.first(
      """
      SELECT count(*) > 0 AND total(account = ?2) = 0 FROM adoption WHERE name = ?1
      """, name, account
    ) { $0.int(0) != 0 } ?? false
  }

  /// Releases the old values of an account, or of all accounts if it is `nil`. The caller deletes
  /// the old values themselves.
  ///
  /// - Returns: The stacks that had imported the values, with their accounts.
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

  /// Records that the old value that a stack of `account` imported was removed.
  func noteRemoved(_ claim: AdoptionClaim, ofAccount account: Int64) throws {
    try db.run(
      "UPDATE adoption SET account = NULL WHERE source = ? AND name = ? AND account = ?",
      claim.source, claim.name, account)
  }
}
