extension NavStore {
  /// Where the next page of a query begins. Only for the query that returned it, with the same
  /// filter: see ``History/visits(where:limit:after:)``.
  public struct Cursor: Hashable, Sendable {
    enum Query: Hashable, Sendable {
      case recent
      case frecent
      case mostVisited

      /// The words, indexed.
      case search([String])
      case visits(NavStore.VisitFilter)
    }

    /// The last answer of a page, by its place in the query's order.
    enum Position: Hashable, Sendable {
      /// A sequence number. No two answers share one.
      case number(Int64)

      /// A moment of frecency, and the item, since several may share a moment.
      case moment(Double, item: Int64)

      /// A number of visits, and the item.
      case count(Int64, item: Int64)
    }

    let query: Query
    let account: String

    /// Everything after it, in the query's order, is on the next page.
    let position: Position
  }

  /// A page of answers, in the order of its query.
  public struct Page<Element: Sendable>: RandomAccessCollection, Sendable {
    let elements: [Element]

    /// Where the next page begins; nil if this is the last, or none was asked for.
    public let next: Cursor?

    /// 0.
    public var startIndex: Int { 0 }

    /// How many elements the page has.
    public var endIndex: Int { elements.count }

    /// The element at `position`, from 0.
    public subscript(position: Int) -> Element { elements[position] }
  }
}

extension NavStore.Cursor.Position {
  /// The sequence number, if it is one.
  var number: Int64? {
    if case .number(let number) = self { number } else { nil }
  }
}

/// Rows that a page may take, in the order of its query.
struct PageRows<Element: Sendable> {
  /// The place of each.
  let positions: [NavStore.Cursor.Position]

  /// One for each row, but for those at `missing`.
  let elements: [Element]
  let missing: [Int]
}

extension Array {
  /// Without the elements at some indices, which are in order.
  func without(_ indices: [Int]) -> [Element] {
    guard !indices.isEmpty else { return self }
    var skipped = indices[...]
    return self.enumerated().compactMap { index, element in
      guard skipped.first == index else { return element }
      skipped.removeFirst()
      return nil
    }
  }
}

extension NavStore.Page {
  /// Asks `fetch` for rows after a position (nil: from the first) until the page is full; rows that
  /// come without an element are passed over. Less than `limit` rows are the last ones.
  init(
    _ query: NavStore.Cursor.Query, account: String, from start: NavStore.Cursor.Position?,
    limit: Int, fetch: (NavStore.Cursor.Position?) throws -> PageRows<Element>
  ) throws {
    var elements: [Element] = []
    var position = start
    var isExhausted = limit == 0
    while elements.count < limit && !isExhausted {
      let rows = try fetch(position)
      isExhausted = rows.positions.count < limit
      if elements.isEmpty, rows.positions.count <= limit {
        elements = rows.elements
        position = rows.positions.last ?? position
        continue
      }
      var missing = rows.missing[...]
      for (index, place) in rows.positions.enumerated() {
        guard elements.count < limit else {
          // What did not fit is the next page's.
          isExhausted = false
          break
        }
        position = place
        if missing.first == index {
          missing.removeFirst()
        } else {
          elements.append(rows.elements[index - (rows.missing.count - missing.count)])
        }
      }
    }
    self.elements = elements
    next =
      isExhausted
      ? nil : position.map { NavStore.Cursor(query: query, account: account, position: $0) }
  }
}
