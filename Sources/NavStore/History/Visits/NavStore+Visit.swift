import NavStorePlatform

extension NavStore {
  /// Names a visit for good: its number is never given to another.
  public struct VisitID: Hashable, Sendable, Codable {
    package let number: Int64

    package init(number: Int64) {
      self.number = number
    }
  }

  /// One appearance of a route on a stack.
  public struct Visit<R: Sendable>: Sendable, Identifiable {
    /// The route, exactly as it was saved.
    public let route: R

    let facts: VisitFacts

    /// Its number.
    public var id: VisitID { facts.id }

    /// When it was first seen, by the clock at that time. Visits are in order by when they
    /// happened, also if the clock jumped.
    public var visitedAt: Date { facts.visitedAt }

    /// The key of its scene; nil if the scene was deleted.
    public var scene: String? { facts.scene }

    /// The name of its stack; empty for the unnamed one.
    public var stack: String { facts.stack }

    /// The title of its item, if it has one.
    public var title: String? { facts.title }
  }
}

/// What there is to say of a visit beside its route: see ``ItemFacts``.
struct VisitFacts: Sendable {
  let id: NavStore.VisitID
  let visitedAt: Date
  let scene: String?
  let stack: String
  let title: String?

  init(_ visit: StoredVisit) {
    id = NavStore.VisitID(number: visit.id)
    visitedAt = Date(milliseconds: visit.time ?? 0)
    (scene, stack, title) = (visit.scene, visit.stack, visit.title)
  }
}

extension NavStore.Visit {
  /// One for each route.
  static func all(_ routes: [R], _ facts: [VisitFacts]) -> [Self] {
    var visits: [Self] = []
    visits.reserveCapacity(routes.count)
    // By index: see `NavStore.Item.all`.
    for index in 0..<routes.count {
      visits.append(Self(route: routes[index], facts: facts[index]))
    }
    return visits
  }
}
