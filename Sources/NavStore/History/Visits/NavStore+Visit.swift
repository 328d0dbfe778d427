#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore {
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

extension NavStore.Visit {
  init(_ row: TimelineTable.Row, route: R) {
    self.init(
      id: NavStore.VisitID(number: row.visit), route: route,
      visitedAt: Date(milliseconds: row.time), scene: row.scene, stack: row.stack,
      title: row.title)
  }
}
