import Foundation
import GRDB
import Shop

/// Saving and restoring with typical code for GRDB. It has a pool, a migrator, a record with the
/// whole stack as JSON, and a record for each visit.
package struct GRDBStacks: Sendable {
  private let pool: DatabasePool

  struct Stack: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "stack"
    var scene: String
    var routes: [Screen]
    var savedAt: Date
  }

  struct Visit: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "visit"
    var id: Int64?
    var scene: String
    var route: Screen
    var time: Date
  }

  package init(_ url: URL) throws {
    pool = try DatabasePool(path: url.path)
    try Self.migrator.migrate(pool)
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.create(table: "stack") { table in
        table.primaryKey("scene", .text)
        table.column("routes", .jsonText).notNull()
        table.column("savedAt", .datetime).notNull()
      }
      try db.create(table: "visit") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("scene", .text).notNull()
        table.column("route", .jsonText).notNull()
        table.column("time", .datetime).notNull().indexed()
      }
    }
    return migrator
  }

  package func restore(_ scene: String) throws -> [Screen] {
    try pool.read { db in try Stack.fetchOne(db, key: scene)?.routes ?? [] }
  }

  /// Saves `stack` and a visit of its top screen in one transaction.
  package func save(_ stack: [Screen], in scene: String) throws {
    try pool.write { db in
      let now = Date()
      try Stack(scene: scene, routes: stack, savedAt: now).save(db)
      if let top = stack.last { try Visit(scene: scene, route: top, time: now).insert(db) }
    }
  }

  package func close() throws {
    try pool.close()
  }
}
