import NavStoreSQLite

/// A title as it is written: no longer than the limit, and with the form that search compares.
struct StoredTitle: Sendable, Hashable {
  /// Nil: none.
  let text: String?

  init(_ text: String?, limit: Int) {
    self.text = text.map { $0.cut(toBytes: limit) }
  }

  /// As it is searched. Made when it is written: it takes longer than the rest of naming a screen.
  var folded: String? { text.map(TitleFolding.folded) }
}

extension String {
  /// As many whole characters from the start as take no more than `limit` bytes of UTF-8.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var (end, bytes) = (startIndex, 0)
    while end < endIndex {
      let next = index(after: end)
      bytes += utf8.distance(from: end, to: next)
      if bytes > limit { break }
      end = next
    }
    return String(self[..<end])
  }
}

/// The titles of items. A title that is there already is not written again.
struct TitleTable {
  let db: Connection

  /// False where there is no such item.
  func set(_ title: StoredTitle, ofKey key: String, account: String) throws -> Bool {
    guard let account = try AccountTable(db: db).find(account),
      let item = try ItemTable(db: db).find(key, account: account)
    else { return false }
    try set(title, ofItem: item)
    return true
  }

  /// Names the item that a visit belongs to now; one that was forgotten has none.
  func set(_ title: StoredTitle, ofVisit visit: Int64) throws {
    let item = try db.first(
      "SELECT route.item FROM visit JOIN route ON route.id = visit.route WHERE visit.id = ?", visit
    ) { $0.int(0) }
    if let item { try set(title, ofItem: item) }
  }

  /// An item whose routes are now all another's gives it its title, unless that has one.
  func move(from old: Int64, to new: Int64) throws {
    try db.run(
      """
      UPDATE item SET (title, title_folded) = (SELECT title, title_folded FROM item WHERE id = ?1)
      WHERE id = ?2 AND title IS NULL
      """, old, new)
  }

  private func set(_ title: StoredTitle, ofItem item: Int64) throws {
    try db.run(
      "UPDATE item SET title = ?1, title_folded = ?2 WHERE id = ?3 AND title IS NOT ?1",
      title.text, title.folded, item)
  }
}
