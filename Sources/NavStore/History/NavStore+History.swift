#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore {
  /// What the user has looked at.
  public var history: History { History(store: self) }

  /// Questions about what the user has looked at. Every answer holds all changes made before the
  /// question. Queries run on an executor of their own and keep no save waiting.
  public struct History: Sendable {
    let store: NavStore
  }

  /// What a person would call one thing in "Recently viewed": routes of one history key.
  public struct Item<R: Sendable>: Sendable {
    /// The route of its last visit.
    public let route: R

    /// Its history key.
    public let key: String

    /// Its kind: the enum case, unless the route says otherwise.
    public let kind: String

    /// Its title, where it has one.
    public let title: String?

    /// How many visits it has.
    public let visitCount: Int

    /// Its last visit, which knows the whole stack: see ``History/stack(of:as:)``.
    public let lastVisit: VisitID

    /// When that was.
    public let lastVisitedAt: Date
  }

  /// Where the next page of a query begins. Of use with the query that gave it only.
  public struct Cursor: Hashable, Sendable {
    enum Query: Hashable, Sendable {
      case recent
      case visits(NavStore.VisitFilter)
      case tree(NavStore.VisitFilter)
    }

    let query: Query
    let account: String

    /// Everything with a smaller sequence number comes after.
    let before: Int64
  }

  /// A page of answers, newest first.
  public struct Page<Element: Sendable>: RandomAccessCollection, Sendable {
    let elements: [Element]

    /// Where the next page begins; nil where this is the last, or none was asked for.
    public let next: Cursor?

    /// 0.
    public var startIndex: Int { 0 }

    /// How many elements the page has.
    public var endIndex: Int { elements.count }

    /// The element at `position`, from 0.
    public subscript(position: Int) -> Element { elements[position] }
  }
}

extension NavStore.History {
  /// Distinct items, the one visited last first.
  ///
  /// Items whose route is not an `R`, or no longer decodes, are passed over. A later page costs
  /// what the first one does. An item that is visited while pages are read moves to the front and
  /// is not met again.
  ///
  /// - Parameters:
  ///   - type: The type of the routes.
  ///   - limit: The size of a page; 0 or more.
  ///   - account: Whose history; empty for nobody's.
  ///   - cursor: ``NavStore/Page/next`` of the page before.
  /// - Throws: ``NavStore/Error`` with code `invalidLimit`, `invalidCursor`, `invalidKey`,
  ///   `unstableRouteTag`, `busy`, `inputOutput`, `damaged` or `closed`.
  public func recent<R: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    try await recent(codec(for: type), limit: limit, account: account, after: cursor)
  }

  func recent<R>(
    _ codec: RouteCodec<R>, limit: Int, account: String, after cursor: NavStore.Cursor?
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let start = try start(of: .recent, limit: limit, account: account, after: cursor)
    return try await store.reader.read { connection in
      let table = RecentTable(db: connection)
      return try NavStore.Page(.recent, account: account, from: start, limit: limit) { before in
        try table.items(account: account, before: before, limit: limit).map { row in
          guard let raw = row.route, let route = try? codec.decode(raw) else {
            return (row.last, nil)
          }
          let item = NavStore.Item(
            route: route, key: row.key, kind: codec.currentKind(row.kind, raw.tag),
            title: row.title, visitCount: row.visits,
            lastVisit: NavStore.VisitID(number: row.visit),
            lastVisitedAt: Date(milliseconds: row.time))
          return (row.last, item)
        }
      }
    }
  }

  private func codec<R: NavStore.Route>(for type: R.Type) throws(NavStore.Error) -> RouteCodec<R> {
    try store.codec(of: type)
  }

  func start(
    of query: NavStore.Cursor.Query, limit: Int, account: String, after cursor: NavStore.Cursor?
  ) throws(NavStore.Error) -> Int64 {
    guard limit >= 0 else {
      throw NavStore.Error(.invalidLimit, "A limit of \(limit) is negative.")
    }
    try Key.check(account, "account", mayBeEmpty: true)
    guard let cursor else { return .max }
    guard cursor.query == query, cursor.account == account else {
      throw NavStore.Error(.invalidCursor, "The cursor belongs to another query.")
    }
    return cursor.before
  }
}

extension NavStore.Page {
  /// Asks `fetch` for rows before a sequence number until the page is full; rows that come without
  /// an element are passed over.
  fileprivate init(
    _ query: NavStore.Cursor.Query, account: String, from start: Int64, limit: Int,
    fetch: (Int64) throws -> [(seq: Int64, element: Element?)]
  ) throws {
    var elements: [Element] = []
    var before = start
    var isExhausted = limit == 0
    while elements.count < limit && !isExhausted {
      let rows = try fetch(before)
      isExhausted = rows.count < limit
      for row in rows {
        guard elements.count < limit else {
          // What did not fit is the next page's.
          isExhausted = false
          break
        }
        before = row.seq
        if let element = row.element { elements.append(element) }
      }
    }
    self.elements = elements
    next = isExhausted ? nil : NavStore.Cursor(query: query, account: account, before: before)
  }
}
