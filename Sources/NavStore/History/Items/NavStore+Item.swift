import NavStorePlatform

extension NavStore {
  /// What a person would call one thing in "Recently viewed": routes of one history key.
  public struct Item<R: Sendable>: Sendable, Identifiable {
    /// The route of its last visit.
    public let route: R

    let facts: ItemFacts

    /// Its history key: no two items of an account share one.
    public var id: String { facts.key }

    /// Its kind: the enum case, unless the route says otherwise.
    public var kind: String { facts.kind }

    /// Its title, if it has one.
    public var title: String? { facts.title }

    /// How many visits it has.
    public var visitCount: Int { facts.visitCount }

    /// Its visits, each counted half for every half-life that has passed since, by the store's
    /// clock at the time of the question: ``Configuration/frecencyHalfLife``. A visit in the
    /// future of a clock that has jumped back counts more than one.
    public var frecency: Double { facts.frecency }

    /// Its last visit, which knows the whole stack: see ``History/stack(of:)``.
    public var lastVisit: VisitID { facts.lastVisit }

    /// When that was.
    public var lastVisitedAt: Date { facts.lastVisitedAt }

    package var key: String { facts.key }
  }
}

/// What there is to say of an item beside its route: without a type parameter, because code that has
/// one runs unspecialised and asks for metadata at each turn.
struct ItemFacts: Sendable {
  let key: String
  let kind: String
  let title: String?
  let visitCount: Int
  let frecency: Double
  let lastVisit: NavStore.VisitID
  let lastVisitedAt: Date
}

extension ItemFacts {
  init(_ row: ItemListTable.Row, kind: String, frecency: Double) {
    self.init(
      key: row.key, kind: kind, title: row.title, visitCount: Int(clamping: row.visits),
      frecency: frecency, lastVisit: NavStore.VisitID(number: row.visit),
      lastVisitedAt: Date(milliseconds: row.time))
  }
}

extension NavStore.Item {
  /// One for each route.
  static func all(_ routes: [R], _ facts: [ItemFacts]) -> [Self] {
    var items: [Self] = []
    items.reserveCapacity(routes.count)
    // By index: NB: this runs unspecialised, where each step of an iterator asks for metadata.
    for index in 0..<routes.count {
      items.append(Self(route: routes[index], facts: facts[index]))
    }
    return items
  }
}
