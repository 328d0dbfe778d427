import NavStoreSQLite

/// A visit with its route and item, as it is stored.
package struct StoredVisit: Hashable, Sendable {
  package let id: Int64

  /// The visit's place in the order in which screens were first seen. If the screen was not seen,
  /// the number of the visit.
  package let seq: Int64

  /// The time at which the screen was first seen, or `nil` if it was not seen.
  package var time: Int64?
  package let stack: String

  /// The key of the scene; `nil` if the scene was deleted.
  package let scene: String?
  package let title: String?

  /// The route; `nil` if the visit was forgotten, or if a damaged file has lost the route.
  package internal(set) var route: RawRoute?

  /// The number of the visit below this one; 0 for the root screen.
  package var parent: Int64 = 0
  package var isForgotten = false

  /// The key of the account; `nil` if the account was erased.
  package var account: String?

  /// The key of the item.
  package var item: String?

  /// The stored kind of the item.
  package var kind: String?
}

extension VisitTable {
  /// Returns the visits of `ids` that exist, including forgotten visits, in the order of `ids`. The
  /// last one is that for which `isFollowed` returns `false`. Without payloads, the payload of each
  /// route is empty.
  package func visits(
    _ ids: [Int64], withPayloads: Bool = true, isFollowed: (StoredVisit) -> Bool = { _ in true }
  ) throws -> [StoredVisit] {
    var visits: [StoredVisit] = []
    try db.each(
      """
      SELECT visit.id, coalesce(visit.seq, visit.id), visit.time, stack.name, scene.key, item.title,
        route.tag, route.version, iif(?2, route.payload, ''), route.hash,
        visit.parent, visit.route IS NULL OR route.tag = '', account.key, item.key, kind.name
      FROM json_each(?1) AS asked CROSS JOIN visit ON visit.id = asked.value
      LEFT JOIN route ON route.id = visit.route
      LEFT JOIN item ON item.id = route.item LEFT JOIN kind ON kind.id = item.kind
      LEFT JOIN stack ON stack.id = visit.stack LEFT JOIN account ON account.id = stack.account
      LEFT JOIN scene ON scene.id = stack.scene
      """, Self.list(ids), withPayloads ? 1 : 0
    ) { row in
      let visit = StoredVisit(
        id: row.int(0), seq: row.int(1), time: row.optionalInt(2), stack: row.text(3),
        scene: row.optionalText(4), title: row.optionalText(5),
        route: row.isNull(6) ? nil : row.rawRoute(6), parent: row.int(10),
        isForgotten: row.int(11) != 0, account: row.optionalText(12),
        item: row.optionalText(13), kind: row.optionalText(14))
      visits.append(visit)
      return isFollowed(visit)
    }
    return visits
  }
}
