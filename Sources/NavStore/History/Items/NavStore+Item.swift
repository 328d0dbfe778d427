#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore {
  /// What a person would call one thing in "Recently viewed": routes of one history key.
  public struct Item<R: Sendable>: Sendable, Identifiable {
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

    /// Its visits, each counted half for every half-life that has passed since, by the store's
    /// clock at the time of the question: ``Configuration/relevanceHalfLife``. A visit in the
    /// future of a clock that has jumped back counts more than one.
    public let relevance: Double

    /// Its last visit, which knows the whole stack: see ``History/stack(of:as:)``.
    public let lastVisit: VisitID

    /// When that was.
    public let lastVisitedAt: Date

    /// The history key: no two items of an account share one.
    public var id: String { key }
  }
}

extension NavStore.Item {
  init(_ row: ItemListTable.Row, route: R, kind: String, relevance: Double) {
    self.route = route
    self.kind = kind
    self.relevance = relevance
    key = row.key
    title = row.title
    visitCount = Int(clamping: row.visits)
    lastVisit = NavStore.VisitID(number: row.visit)
    lastVisitedAt = Date(milliseconds: row.time)
  }
}
