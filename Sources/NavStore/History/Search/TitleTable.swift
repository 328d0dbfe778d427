import NavStoreSQLite

/// A title as it is written: no longer than the limit, and with the form that search compares.
struct StoredTitle: Sendable, Equatable {
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

  /// Names the item with a key.
  ///
  /// - Returns: `true` if there is such an item and it has a visit; otherwise, `false`. A value of a
  ///   scene that is a route has an item that no one has visited.
  func set(_ title: StoredTitle, ofKey key: String, account: String) throws -> Bool {
    guard let account = try AccountTable(db: db).find(account),
      let item = try ItemTable(db: db).find(key, account: account),
      try ItemTable(db: db).hasVisit(item)
    else { return false }
    try set(title, ofItem: item)
    return true
  }

  /// Names the item that a visit belongs to now; one that was forgotten has none.
  func set(_ title: StoredTitle, ofVisit visit: Int64) throws {
    if let item = try VisitTable(db: db).visit(visit)?.item {
      try set(title, ofItem: item)
    }
  }

  /// Items whose routes are now all another's give it their titles, unless that has one of its own.
  /// All are taken before any is given: one may be another's heir.
  func move(_ items: [(from: Int64, to: Int64)]) throws {
    let titles = try items.compactMap { old, new in
      try db.first("SELECT title, title_folded FROM item WHERE id = ? AND title IS NOT NULL", old) {
        (new, $0.text(0), $0.text(1))
      }
    }
    for (old, _) in items {
      try db.run(
        "UPDATE item SET title = NULL, title_folded = NULL WHERE id = ? AND title IS NOT NULL", old)
    }
    for (new, title, folded) in titles {
      try db.run(
        "UPDATE item SET title = ?, title_folded = ? WHERE id = ? AND title IS NULL",
        title, folded, new)
    }
  }

  private func set(_ title: StoredTitle, ofItem item: Int64) throws {
    try db.run(
      "UPDATE item SET title = ?1, title_folded = ?2 WHERE id = ?3 AND title IS NOT ?1",
      title.text, title.folded, item)
  }
}
