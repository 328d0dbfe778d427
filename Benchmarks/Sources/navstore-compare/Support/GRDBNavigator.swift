import Foundation
import GRDB
import NavStore

/// Navigating with GRDB on a file that NavStore has created. It runs NavStore's SQL as cached
/// statements of GRDB. A navigation replaces the top of the stack with a route that the file
/// contains.
final class GRDBNavigator {
  private let pool: DatabasePool
  private let encoder: JSONEncoder
  private var stack: (id: Int64, revision: Int64, parent: Int64) = (0, 0, 0)
  private var tips: [Int64] = []

  init(_ url: URL, scene: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
    pool = try DatabasePool(path: url.path, configuration: configuration)
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let row = try pool.read { db in
      try GRDB.Row.fetchOne(
        db,
        sql: """
          SELECT stack.id, revision, parent, tip FROM scene JOIN stack ON stack.scene = scene.id
          JOIN visit ON visit.id = stack.tip WHERE scene.key = ?
          """, arguments: [scene])
    }
    guard let row else { throw DatabaseError(message: "There is no such stack.") }
    stack = (row[0], row[1], row[2])
    tips = [row[3]]
  }

  func navigate(to screen: Screen) throws {
    try pool.write { db in
      let time = Int64(Date().timeIntervalSince1970 * 1_000)
      let route = try route(of: screen, in: db)
      let visit =
        try Int64.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT 1 + max(coalesce((SELECT max(id) FROM visit), 0),
                coalesce((SELECT max(seq) FROM visit WHERE seq IS NOT NULL), 0),
                (SELECT visit_floor FROM progress))
              """)) ?? 1
      try db.cachedStatement(
        sql: """
          INSERT INTO visit (id, stack, route, parent, time, kind) VALUES (?, ?, ?, ?, ?, 0)
          """
      ).execute(arguments: [visit, stack.id, route, stack.parent, time])
      if tips.count == 50 { tips.removeFirst() }
      tips.append(visit)
      try db.cachedStatement(
        sql: """
          UPDATE stack SET tip = ?, position = ?, list = ?, saved = ?, revision = revision + 1
          WHERE id = ? AND revision = ?
          """
      ).execute(
        arguments: [visit, tips.count - 1, Self.list(tips), time, stack.id, stack.revision])
    }
    stack.revision += 1
  }

  private func route(of screen: Screen, in db: Database) throws -> Int64 {
    guard case .product(let id, _) = screen else { throw DatabaseError(message: "Not a product.") }
    let payload = try encoder.encode(screen)
    let key = "\(Screen.tag).product#\(id)"
    let routeHash = Self.hash(
      Array(Screen.tag.utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0] + Array(payload))
    let itemHash = Self.hash([0, 0, 0, 0, 0, 0, 0, 0] + Array(key.utf8) + [0])
    let statement = try db.cachedStatement(
      sql: """
        SELECT route.id FROM item CROSS JOIN route ON route.item = item.id
        WHERE item.hash = ? AND item.account = ? AND item.key = ?
          AND route.hash = ? AND route.payload = ? AND +route.tag = ? AND route.version = ?
        """)
    let route = try Int64.fetchOne(
      statement,
      arguments: [
        itemHash, 0, key, routeHash, String(decoding: payload, as: UTF8.self), Screen.tag, 1,
      ])
    guard let route else { throw DatabaseError(message: "The route is not known.") }
    return route
  }

  private static func hash(_ bytes: [UInt8]) -> Int64 {
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return Int64(bitPattern: state)
  }

  private static func list(_ tips: [Int64]) -> Data {
    var bytes: [UInt8] = [1]
    var previous: Int64 = 0
    for tip in tips {
      var rest = UInt64(bitPattern: ((tip - previous) << 1) ^ ((tip - previous) >> 63))
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
      previous = tip
    }
    return Data(bytes)
  }
}
