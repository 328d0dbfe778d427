import Foundation
import GRDB
import Shop

// Opens a database, restores a stack of depth 8 and prints its depth. The code is typical for GRDB,
// with a pool, a migrator, and the stack as JSON in a record. The first start saves the stack.

struct Stack: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "stack"
  var scene: String
  var routes: [Screen]
  var savedAt: Date
}

guard let path = CommandLine.arguments.dropFirst().first else { fatalError("A path is needed.") }
let pool = try DatabasePool(path: path)
var migrator = DatabaseMigrator()
migrator.registerMigration("v1") { db in
  try db.create(table: "stack") { table in
    table.primaryKey("scene", .text)
    table.column("routes", .jsonText).notNull()
    table.column("savedAt", .datetime).notNull()
  }
}
try migrator.migrate(pool)
let stack = try pool.read { db in try Stack.fetchOne(db, key: "main")?.routes ?? [] }
if stack.isEmpty {
  let first = Stack(scene: "main", routes: Screen.stack(depth: 8, scene: 1), savedAt: Date())
  try pool.write { db in try first.insert(db) }
}
print(stack.count)
