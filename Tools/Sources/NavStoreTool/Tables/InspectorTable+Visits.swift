extension InspectorTable {
  /// A route with the key, title and kind of its item.
  struct Route {
    let id: Int64
    let item: Int64
    let key: String
    let title: String?
    let kind: String
    let tag: String
    let version: Int64

    /// The stored JSON of the route; other text if the file is damaged.
    let payload: String
  }

  /// A visit as a node of the visit tree.
  struct Node {
    let id: Int64

    /// The number of the visit below this one on the stack; 0 for the root screen.
    let parent: Int64
    let stack: Int64

    /// The time of the visit, in milliseconds since 1970; `nil` if the user has not seen the
    /// screen.
    let time: Int64?

    /// The number of the route; `nil` if the visit was forgotten. The row of a forgotten visit is
    /// kept if it has visits above it.
    let route: Int64?
  }

  /// A visit that the user has seen, for a line of `navstore history`.
  struct Visit {
    let id: Int64
    let sequence: Int64
    let time: Int64
    let parent: Int64
    let account: (id: Int64, key: String)

    /// The scene of the visit's stack; `nil` if the scene was deleted.
    let scene: (id: Int64, key: String)?
    let stack: (id: Int64, name: String)
    let route: Route
  }

  /// Returns the visits and routes from the bottom of a stack up to the visit `tip`, without
  /// forgotten visits. The query follows a parent only if the parent's number is smaller than the
  /// visit's. A damaged file can therefore not cause an endless loop.
  func chain(upTo tip: Int64) throws -> [(visit: Int64, time: Int64?, route: Route)] {
    try db.all(
      """
      WITH RECURSIVE chain (id, parent, route, time) AS (
        SELECT id, parent, route, time FROM visit WHERE id = ?
        UNION ALL
        SELECT visit.id, visit.parent, visit.route, visit.time
        FROM chain JOIN visit ON visit.id = chain.parent AND visit.id < chain.id)
      SELECT route.id, item.id, item.key, item.title, kind.name, tag, version, payload,
        chain.id, chain.time
      FROM chain CROSS JOIN route ON route.id = chain.route
      CROSS JOIN item ON item.id = route.item CROSS JOIN kind ON kind.id = item.kind
      ORDER BY chain.id
      """, [.integer(tip)]
    ) { ($0.int(8), $0.optionalInt(9), Route($0)) }
  }

  func route(_ id: Int64) throws -> Route? {
    try db.first(
      """
      SELECT route.id, item.id, item.key, item.title, kind.name, tag, version, payload
      FROM route JOIN item ON item.id = route.item JOIN kind ON kind.id = item.kind
      WHERE route.id = ? AND tag <> ''
      """, [.integer(id)], Route.init)
  }

  /// Calls `body` with the visits that the user has seen, newest first, until `body` returns
  /// `false`. A parameter that is `nil` doesn't restrict the visits.
  ///
  /// A visit that the user saw when it was made has no `seq` and is ordered by its `id`. A visit
  /// that another screen covered when it was made is ordered by `seq`. Each half of the query reads
  /// one of these two kinds in order, and SQLite merges the halves. The first call of `body`
  /// therefore doesn't wait for a sort of all visits.
  func history(
    since time: Int64?, kind: String?, scene: Int64?, account: String?,
    _ body: (Visit) throws -> Bool
  ) throws {
    try db.each(
      """
      SELECT route.id, item.id, item.key, item.title, kind.name, tag, version, payload,
        visit.id, visit.seq, visit.time, visit.parent, account.id, account.key,
        scene.id, scene.key, stack.id, stack.name
      FROM (
        SELECT id AS seq, id, stack, route, time, parent FROM visit
        WHERE seq IS NULL AND time IS NOT NULL
        UNION ALL
        SELECT seq, id, stack, route, time, parent FROM visit WHERE seq IS NOT NULL) AS visit
      CROSS JOIN route ON route.id = visit.route CROSS JOIN item ON item.id = route.item
      CROSS JOIN kind ON kind.id = item.kind
      CROSS JOIN stack ON stack.id = visit.stack CROSS JOIN account ON account.id = stack.account
      LEFT JOIN scene ON scene.id = stack.scene
      WHERE account.key IS NOT NULL AND (?1 IS NULL OR visit.time >= ?1)
        AND (?2 IS NULL OR kind.name = ?2) AND (?3 IS NULL OR stack.scene = ?3)
        AND (?4 IS NULL OR account.key = ?4)
      ORDER BY visit.seq DESC
      """,
      [
        time.map { .integer($0) } ?? .null, .text(orNull: kind),
        scene.map { .integer($0) } ?? .null, .text(orNull: account),
      ]
    ) { row in
      try body(
        Visit(
          id: row.int(8), sequence: row.int(9), time: row.int(10), parent: row.int(11),
          account: (row.int(12), row.text(13)),
          scene: row.isNull(14) ? nil : (row.int(14), row.text(15)),
          stack: (row.int(16), row.text(17)), route: Route(row)))
    }
  }

  /// Returns the newest `limit` visits, the top visits of all stacks, and all visits below these
  /// visits, in the order of their numbers. A `scene` or `account` of `nil` doesn't restrict the
  /// visits.
  func tree(scene: Int64?, account: String?, limit: Int) throws -> [Node] {
    try db.all(
      """
      WITH RECURSIVE shown (id) AS (
        SELECT id FROM (
          SELECT visit.id FROM visit
          CROSS JOIN stack ON stack.id = visit.stack CROSS JOIN account ON account.id = stack.account
          WHERE account.key IS NOT NULL AND (?1 IS NULL OR stack.scene = ?1)
            AND (?2 IS NULL OR account.key = ?2)
          ORDER BY visit.id DESC LIMIT ?3)
        UNION
        SELECT tip FROM stack JOIN account ON account.id = stack.account
        WHERE account.key IS NOT NULL AND scene IS NOT NULL AND tip > 0
          AND (?1 IS NULL OR scene = ?1) AND (?2 IS NULL OR account.key = ?2)
        UNION
        SELECT visit.parent FROM shown JOIN visit ON visit.id = shown.id
        WHERE visit.parent > 0 AND visit.parent < visit.id)
      SELECT visit.id, visit.parent, visit.stack, visit.time, visit.route
      FROM shown CROSS JOIN visit ON visit.id = shown.id ORDER BY visit.id
      """,
      [
        scene.map { .integer($0) } ?? .null, .text(orNull: account), .integer(Int64(limit)),
      ]
    ) { row in
      Node(
        id: row.int(0), parent: row.int(1), stack: row.int(2), time: row.optionalInt(3),
        route: row.optionalInt(4))
    }
  }
}

extension InspectorTable.Route {
  /// Creates a route from the first eight columns of a row.
  init(_ row: Row) {
    self.init(
      id: row.int(0), item: row.int(1), key: row.text(2), title: row.optionalText(3),
      kind: row.text(4), tag: row.text(5), version: row.int(6), payload: row.text(7))
  }
}
