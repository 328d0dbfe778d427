import NavStorePlatform

/// One appearance of a route on a stack.
public struct NavVisit<Element: NavElement>: Identifiable, Hashable, Sendable {
  /// The route, exactly as it was saved.
  public let route: Element

  /// All properties except the route, in a type without a type parameter. Generic code would run
  /// unspecialized, and would look up metadata for each element.
  let facts: VisitFacts

  /// The identifier of the visit. It is never given to another visit of the file.
  public var id: Int64 { facts.id }

  /// The title of the visit's item, or `nil` if none was set.
  public var title: String? { facts.title }

  /// The time at which the screen was first seen, by the clock at that time.
  public var visitedAt: Date { Date(milliseconds: facts.time) }

  /// The scene of the visit's window, or `nil` if the scene was deleted.
  public var scene: NavScene? { facts.scene.map { NavScene(id: $0) } }

  /// The name of the visit's stack; empty for the unnamed stack.
  public var stackName: String { facts.stack }
}

/// The properties of a visit except its route.
struct VisitFacts: Hashable, Sendable {
  let id: Int64
  let account: String

  /// The visit's place in the order in which screens were first seen.
  let seq: Int64

  /// The time at which the screen was first seen, in milliseconds since 1970.
  let time: Int64
  let scene: String?
  let stack: String
  let title: String?

  init(_ visit: StoredVisit, account: String) {
    (id, self.account, seq) = (visit.id, account, visit.seq)
    time = visit.time ?? 0
    (scene, stack, title) = (visit.scene, visit.stack, visit.title)
  }
}

extension NavVisit {
  /// Returns one visit for each route.
  static func all(_ routes: [Element], _ facts: [VisitFacts]) -> [Self] {
    var visits: [Self] = []
    visits.reserveCapacity(routes.count)
    // Use indices, because this generic code runs unspecialized, and an iterator would look up
    // metadata at each step.
    for index in 0..<routes.count {
      visits.append(Self(route: routes[index], facts: facts[index]))
    }
    return visits
  }
}
