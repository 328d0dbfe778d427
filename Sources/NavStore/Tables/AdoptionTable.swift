import NavStoreSQLite

/// The legacy state that was imported. It is never imported again.
struct AdoptionTable {
  let db: Connection

  func contains(_ claim: AdoptionClaim) throws -> Bool {
    try db.first(
      "SELECT 1 FROM adoption WHERE source = ? AND name = ?", claim.source, claim.name
    ) { _ in true } ?? false
  }

  /// Records that the legacy state `claim` was imported for the account with the key `account`. The
  /// record names no account if the key is `nil` or not in the file.
  func insert(_ claim: AdoptionClaim, account: String?) throws {
    try db.run(
      """
      INSERT INTO adoption (source, name, account)
      VALUES (?, ?, (SELECT id FROM account WHERE key = ?)) ON CONFLICT DO NOTHING
      """, claim.source, claim.name, account)
  }

  /// Returns whether legacy state for stacks named `name` was imported according to a record, and
  /// no such record names `account`. A record whose account is NULL counts as another account's.
  func isWithOthers(_ name: String, than account: Int64) throws -> Bool {
    try db.first(
      """
      SELECT count(*) > 0 AND total(account = ?2) = 0 FROM adoption WHERE name = ?1
      """, name, account
    ) { $0.int(0) != 0 } ?? false
  }

  /// Sets the account to NULL in the records of legacy state that the account with the key
  /// `account` imported. The caller deletes the legacy values that the app saved before it used this
  /// library.
  ///
  /// - Returns: The stack names of the changed records.
  func release(ofAccount account: String) throws -> [String] {
    try db.all(
      """
      UPDATE adoption SET account = NULL WHERE account = (SELECT id FROM account WHERE key = ?)
      RETURNING name
      """, account
    ) { $0.text(0) }
  }

  /// Records that the legacy value from which a stack of `account` was imported has been deleted.
  func noteRemoved(_ claim: AdoptionClaim, ofAccount account: String) throws {
    try db.run(
      """
      UPDATE adoption SET account = NULL
      WHERE source = ? AND name = ? AND account = (SELECT id FROM account WHERE key = ?)
      """, claim.source, claim.name, account)
  }
}
