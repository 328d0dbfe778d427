import NavStoreSQLite

/// A title in its stored form, at most as long as the limit, and its folded form for searches.
struct StoredTitle: Sendable, Equatable {
  /// `nil` for no title.
  let text: String?

  init(_ text: String?, limit: Int) {
    self.text = text.map { $0.cut(toBytes: limit) }
  }

  /// The form that searches compare. It is computed only for a write, because folding takes longer
  /// than the rest of setting a title.
  var folded: String? { text.map(TitleFolding.folded) }
}

extension String {
  /// Returns the longest prefix of whole characters that takes at most `limit` bytes of UTF-8.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // For an index inside a character, `index(after:)` returns the end of that character.
    return String(self[..<index(before: index(after: utf8.index(startIndex, offsetBy: limit)))])
  }
}

// An unchanged title is not written again.
extension ItemTable {
  /// Sets the title of the item with a key.
  ///
  /// - Returns: `true` if there is such an item and it has a visit; otherwise, `false`. A scene
  ///   value that is a route may have an item without a visit.
  func set(_ title: StoredTitle, ofKey key: String, account: String) throws -> Bool {
    guard let account = try AccountTable(db: db).find(account),
      let item = try find(key, account: account), try hasVisit(item)
    else { return false }
    try set(title, ofItem: item)
    return true
  }

  /// Sets the title of the item that the visit's route belongs to. A forgotten visit has no item.
  func set(_ title: StoredTitle, ofVisit visit: Int64) throws {
    if let item = try VisitTable(db: db).visit(visit)?.item {
      try set(title, ofItem: item)
    }
  }

  /// Moves the titles of items that have no routes left to their heirs, the items to which the
  /// routes have moved. An heir that has a title keeps it. Reads all titles before it sets any,
  /// because an item may be the heir of another item.
  func moveTitles(_ items: [(from: Int64, to: Int64)]) throws {
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
