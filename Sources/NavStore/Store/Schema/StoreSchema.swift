import NavStoreMigrations
import NavStoreSQLite

/// What the schema of a file of ours must be, to the letter.
///
/// SQL in a file runs when statements do: a view can pose as a table and recurse for ever, a
/// trigger or a generated column can do anything to a row. So every row of `sqlite_schema` must be
/// one that our migrations make, and none may be missing: see ``SchemaScript``. What is in the tables is not looked at.
/// Source: <https://www.sqlite.org/security.html>, "Untrusted SQLite Database Files".
///
/// The statistics that somebody's ANALYZE has left (`sqlite_stat1`, `sqlite_stat4`) are let be: they
/// are numbers for the planner, and our statements say themselves in which order they join.
enum StoreSchema {
  /// A row of `sqlite_schema`.
  struct Object: Hashable {
    let type: String
    let name: String
    let table: String

    /// Nil for an index that SQLite makes by itself.
    let sql: String?

    static func table(_ name: String, _ sql: String) -> Object {
      Object(type: "table", name: name, table: name, sql: sql)
    }

    static func index(_ name: String, on table: String, _ sql: String?) -> Object {
      Object(type: "index", name: name, table: table, sql: sql)
    }
  }

  private static let statistics: [Object] = [
    .table("sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    .table("sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
  ]

  /// What the script of the first version makes: read once in a process, not at each opening.
  static let first = SchemaScript(NavStoreMigrations.all[0].script).objects

  /// Throws `damaged` if the file of `version` has another schema than our migrations make, or
  /// its tables lack what everything else needs. Runs before any other statement on them.
  static func check(
    _ connection: Connection, version: Int32, of migrations: [Migration]
  ) throws {
    guard try isSchema(of: connection, version: version, of: migrations) else {
      throw NavStore.Error(
        .damaged,
        "The store's schema is not the one of version \(version): the file is not trusted.")
    }
    guard let hasWorkLeft = try connection.workLeft else {
      throw NavStore.Error(.damaged, "The store's tables lack what everything else needs.")
    }
    connection.hasWorkLeft = hasWorkLeft
  }

  private static func isSchema(
    of connection: Connection, version: Int32, of migrations: [Migration]
  ) throws -> Bool {
    do {
      if try version == 1 && connection.hasSchema(first, orNot: statistics) { return true }
      // Rarely: a later version, or this SQLite words it otherwise than the script.
      guard migrations.contains(where: { $0.version == version }) else { return false }
      let made = try objects(made: version, by: migrations)
      return try connection.hasSchema(made, orNot: statistics)
    } catch let error as SQLiteError where !error.isTransient {
      throw NavStore.Error(.damaged, "The store's schema cannot be read: \(error)")
    }
  }

  /// The objects that the migrations up to `version` make here and now.
  static func objects(made version: Int32, by migrations: [Migration]) throws -> [Object] {
    let connection = try Connection(path: ":memory:", flags: 0x6, busyTimeoutMilliseconds: 0)
    defer { connection.close() }
    let migrations = migrations.filter { $0.version <= version }
    _ = try Migrator.migrate(connection, with: migrations)
    var objects: [Object] = []
    _ = try connection.once("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      objects.append(
        Object(type: $0.text(0), name: $0.text(1), table: $0.text(2), sql: $0.optionalText(3)))
    }
    return objects
  }
}

extension Connection {
  /// Whether the schema is all of `objects`, in any order, and nothing else but some of `others`.
  fileprivate func hasSchema(
    _ objects: [StoreSchema.Object], orNot others: [StoreSchema.Object]
  ) throws -> Bool {
    var isMissing = [Bool](repeating: true, count: objects.count)
    var isOurs = true
    // Two tables on one page are one table with two meanings; the first page is the schema's.
    var pages: [Int64] = [1]
    pages.reserveCapacity(1 + objects.count + others.count)
    var next = 0
    try eachOnce("SELECT name, type, tbl_name, sql, rootpage FROM sqlite_schema") { row in
      let page = row.int(4)
      guard isOurs, pages.count <= objects.count + others.count, !pages.contains(page) else {
        isOurs = false
        return
      }
      pages.append(page)
      // Usually it is the next one; after a VACUUM they are in another order.
      var place = next
      for _ in objects.indices {
        if place == objects.count { place = 0 }
        if row.hasText(objects[place].name, at: 0) {
          isOurs = isMissing[place] && row.isLike(objects[place])
          isMissing[place] = false
          next = place + 1
          return
        }
        place += 1
      }
      isOurs = others.contains { row.hasText($0.name, at: 0) && row.isLike($0) }
    }
    return isOurs && !isMissing.contains(true)
  }

  /// Whether something is left to sweep, or an erasure that was asked for to be done; nil if the
  /// account of nobody is missing, or numbers have come to their end: such a file can be read, but
  /// never written to.
  ///
  /// What pruning left to sweep, which nobody asked for, is found with the first commit.
  fileprivate var workLeft: Bool? {
    get throws {
      let progress = try once(
        """
        SELECT
          max(visit_floor, item_floor, route_floor,
            coalesce((SELECT max(seq) FROM sqlite_sequence), 0)) < 0x7FFFFFFF00000000
          AND EXISTS (SELECT 1 FROM account WHERE key = ''),
          erase_pending
        FROM progress WHERE id = 1
        """
      ) { (isSound: $0.int(0) != 0, pending: PendingErasure(stored: $0.int(1))) }
      guard let progress, progress.isSound else { return nil }
      // Each statement more is 2 % of opening and restoring.
      guard progress.pending.hasRemovals, !progress.pending.isAskedFor else {
        return progress.pending.isAskedFor
      }
      return try once(
        "SELECT EXISTS (SELECT 1 FROM removal) OR EXISTS (SELECT 1 FROM account WHERE key IS NULL)"
      ) { $0.int(0) != 0 }
    }
  }
}

extension Row {
  /// Whether it is `object`, whose name it has.
  fileprivate func isLike(_ object: StoreSchema.Object) -> Bool {
    hasText(object.type, at: 1) && hasText(object.table, at: 2)
      && (object.sql.map { hasText($0, at: 3) } ?? isNull(3))
  }
}
