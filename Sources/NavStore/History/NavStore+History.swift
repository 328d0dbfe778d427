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

  /// Names a visit for good: its number is never given to another.
  public struct VisitID: Hashable, Sendable, Codable {
    let number: Int64
  }

  /// One appearance of a route on a stack.
  public struct Visit<R: Sendable>: Sendable, Identifiable {
    /// Its number.
    public let id: VisitID

    /// The route, exactly as it was saved.
    public let route: R

    /// When it was first seen, by the clock at that time. Visits are in order by when they
    /// happened, also where the clock jumped.
    public let visitedAt: Date

    /// The key of its scene; nil where the scene was deleted.
    public let scene: String?

    /// The name of its stack; empty for the unnamed one.
    public let stack: String

    /// The title of its item, where it has one.
    public let title: String?
  }
}

extension NavStore.History {
  /// Every visit, newest first. Visits of other route types, or that no longer decode, are passed
  /// over.
  ///
  /// - Parameters and errors as ``recent(_:limit:account:after:)``.
  public func visits<R: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<R>> {
    try await visits(codec(for: type), limit: limit, account: account, after: cursor)
  }

  func visits<R>(
    _ codec: RouteCodec<R>, limit: Int, account: String, after cursor: NavStore.Cursor?
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<R>> {
    let start = try start(of: .visits, limit: limit, account: account, after: cursor)
    return try await store.reader.read { connection in
      let table = TimelineTable(db: connection)
      return try NavStore.Page(.visits, account: account, from: start, limit: limit) { position in
        let before = position?.number ?? .max
        return try table.visits(account: account, before: before, limit: limit).map { row in
          guard let route = try? codec.decode(row.route) else { return (.number(row.seq), nil) }
          let visit = NavStore.Visit(
            id: NavStore.VisitID(number: row.visit), route: route,
            visitedAt: Date(milliseconds: row.time), scene: row.scene, stack: row.stack,
            title: row.title)
          return (.number(row.seq), visit)
        }
      }
    }
  }

  /// The whole stack that a visit was the top of; nil where the visit is gone.
  ///
  /// - Throws: ``NavStore/Error`` with code `unstableRouteTag`, `busy`, `inputOutput`, `damaged`
  ///   or `closed`.
  public func stack<R: NavStore.Route>(
    of visit: NavStore.VisitID, as type: R.Type
  ) async throws(NavStore.Error) -> NavStore.Restoration<R>? {
    try await stack(of: visit, codec(for: type))
  }

  func stack<R: Equatable>(
    of visit: NavStore.VisitID, _ codec: RouteCodec<R>
  ) async throws(NavStore.Error) -> NavStore.Restoration<R>? {
    let limits = store.configuration.limits
    return try await store.reader.read { connection in
      try SessionLoader(db: connection, codec: codec, limits: limits).stack(of: visit.number)
    }
  }

  func codec<R: NavStore.Route>(for type: R.Type) throws(NavStore.Error) -> RouteCodec<R> {
    try store.codec(of: type)
  }

  /// Where a page begins; nil at the start. Throws for what no query takes.
  func start(
    of query: NavStore.Cursor.Query, limit: Int, account: String, after cursor: NavStore.Cursor?
  ) throws(NavStore.Error) -> NavStore.Cursor.Position? {
    guard limit >= 0 else {
      throw NavStore.Error(.invalidLimit, "A limit of \(limit) is negative.")
    }
    try Key.check(account, "account", mayBeEmpty: true)
    guard let cursor else { return nil }
    guard cursor.query == query, cursor.account == account else {
      throw NavStore.Error(.invalidCursor, "The cursor belongs to another query.")
    }
    return cursor.position
  }
}
