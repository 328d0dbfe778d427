import NavStorePlatform
import NavStoreSQLite

/// Small values of a scene and account, by name.
struct SceneValueTable {
  let db: Connection

  /// `stack`: the one that the value is set together with.
  @inline(never)
  func set(
    _ value: StoredValue, named name: String, scene: String, account: String, at time: Int64,
    stack: Int64? = nil
  ) throws {
    let old = try route(named: name, scene: scene, account: account)
    switch value {
    case .json(let data):
      try set(data, named: name, scene: scene, account: account, at: time) { _ in (nil, nil) }
    case .route(let data, let route, let restartsStack):
      try set(data, named: name, scene: scene, account: account, at: time) { account in
        (try RouteTable(db: db).id(of: route, account: account), restartsStack ? stack : nil)
      }
    case .removed:
      try db.run(
        """
        DELETE FROM scene_value
        WHERE scene = (SELECT id FROM scene WHERE key = ?)
          AND account = (SELECT id FROM account WHERE key = ?) AND name = ?
        """, scene, account, name)
    }
    if let old { try RouteTable(db: db).dropIfUnused(old) }
  }

  private func set(
    _ json: Data, named name: String, scene: String, account: String, at time: Int64,
    route: (_ account: Int64) throws -> (route: Int64?, stack: Int64?)
  ) throws {
    let sceneID = try SceneTable(db: db).openID(of: scene, at: time)
    let accountID = try AccountTable(db: db).id(of: account)
    let (route, stack) = try route(accountID)
    try json.withText { text in
      try db.run(
        """
        INSERT INTO scene_value (scene, account, name, value, route, stack)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET value = excluded.value, route = excluded.route,
          stack = excluded.stack
        """, sceneID, accountID, name, text, route, stack)
    }
  }

  func value(named name: String, scene: String, account: String) throws -> Data? {
    try db.first(
      """
      SELECT value FROM scene_value
      WHERE scene = (SELECT id FROM scene WHERE key = ?)
        AND account = (SELECT id FROM account WHERE key = ?) AND name = ?
      """, scene, account, name
    ) { $0.withText(0) { Data($0) } }
  }
}
