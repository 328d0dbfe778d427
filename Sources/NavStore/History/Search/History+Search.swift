import NavStoreSQLite

extension NavStore.History {
  /// Items whose title has every word of `text`, those of the highest frecency first.
  ///
  /// Words stand between white space. Each may be anywhere in the title, inside a longer word too.
  /// Case and diacritics count for nothing in Latin, Greek and Cyrillic letters (`lodz` finds
  /// "Łódź", `strasse` finds "Straße"); other scripts are compared as they are, Hangul and kana in
  /// whichever form they are composed. No character is a wildcard. Only items with a title are
  /// found: see ``setTitle(_:for:)``. Without a word there is nothing to find.
  ///
  /// Each page costs one pass over the titles of all accounts, about 10 ms for 50,000. After a
  /// change of the half-life it waits as ``frecent(limit:after:)`` does.
  ///
  /// - Parameters:
  ///   - text: What to look for; at most 512 bytes and 16 words.
  ///   - limit: The size of a page; 0 or more.
  ///   - cursor: ``NavStore/Page/next`` of the page before.
  /// - Throws: As ``recent(limit:after:)``.
  public func search(
    _ text: String, limit: Int = 20, after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let items = try store.items(codec)
    let words = try SearchWords(text)
    let query = NavStore.Cursor.Query.search(words.folded)
    let start = try start(of: query, limit: limit, after: cursor)
    let account = key
    return try await store.readFrecency { connection in
      let table = SearchTable(items: items.table(connection))
      // Each fetch is a pass over all titles. If one was not enough, the next looks further.
      var count = limit
      return try NavStore.Page(query, account: account, from: start, limit: limit) { position in
        defer { count = count.multipliedReportingOverflow(by: 4).overflow ? .max : count * 4 }
        let rows = try table.items(
          words, account: account, after: position?.frecency, limit: count)
        return items.page(rows, at: \.frecencyPosition)
      }
    }
  }
}

/// The words of a search.
struct SearchWords: Equatable, Sendable {
  static let byteLimit = 512
  static let countLimit = 16

  /// Each once, as titles are folded, in an order of their own: the order that they were typed in
  /// changes no answer.
  let folded: [String]

  init(_ text: String) throws(NavStore.Error) {
    guard text.utf8.count <= Self.byteLimit else {
      throw NavStore.Error(
        .invalidArgument,
        "A search text has \(text.utf8.count) bytes; the limit is \(Self.byteLimit). Shorten it.")
    }
    let words = TitleFolding.folded(text).unicodeScalars
      .split { $0.properties.isWhitespace }.map { String($0) }
    guard words.count <= Self.countLimit else {
      throw NavStore.Error(
        .invalidArgument,
        "A search text has \(words.count) words; the limit is \(Self.countLimit). Shorten it.")
    }
    folded = Set(words).sorted()
  }
}
