import Foundation
import NavStoreSQLite
import Testing

@testable import NavStore

/// A store that another program has changed.
struct HostileFile: Sendable, CustomTestStringConvertible {
  /// The required result of opening the file.
  enum Opening: Sendable {
    /// The file has the library's schema, so the store must open, whatever rows its tables have.
    case opens

    /// The file is quarantined, and a fresh store opens.
    case quarantined

    /// The file is quarantined or opens. The result depends on SQLite's version.
    case either
  }

  let name: String
  let opening: Opening
  let change: @Sendable (HostileEditor) throws -> Void

  /// The number of visits that a call may remove or move. A higher number extends the time limit of
  /// the call.
  var visits = 0

  var testDescription: String { name }

  /// Returns a file that the SQL in `script` changes, with all of SQLite's protections disabled.
  static func sql(
    _ name: String, _ opening: Opening, _ script: String, visits: Int = 0
  ) -> HostileFile {
    HostileFile(name: name, opening: opening, change: { try $0.run(script) }, visits: visits)
  }

  /// Returns a file whose schema is changed by SQL on `sqlite_schema`, while its tables stay in
  /// place.
  static func schema(_ name: String, _ script: String) -> HostileFile {
    HostileFile(name: name, opening: .quarantined) { editor in
      try editor.run("PRAGMA writable_schema = ON; " + script)
    }
  }

  /// Returns a file with values that a STRICT table would reject.
  static func loose(_ name: String, _ script: String) -> HostileFile {
    HostileFile(name: name, opening: .opens) { editor in
      try editor.run(
        """
        PRAGMA writable_schema = ON;
        CREATE TABLE kept AS SELECT name, sql FROM sqlite_schema;
        UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(sql, 'STRICT', ''),
          'BLOB    NOT NULL', 'BLOB'),
          'INTEGER NOT NULL', 'ANY'), 'TEXT    NOT NULL', 'ANY'), 'INTEGER', 'ANY')
          WHERE name IN ('visit', 'item', 'route', 'stack', 'scene');
        UPDATE sqlite_schema SET sql = replace(sql, 'ANY PRIMARY KEY', 'INTEGER PRIMARY KEY')
          WHERE type = 'table';
        UPDATE sqlite_schema SET sql = replace(sql, 'ANY', '') WHERE sql LIKE '%ANY%' AND name <> 'value';
        """)
      try editor.run(script)
      try editor.run(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql =
            (SELECT kept.sql FROM kept WHERE kept.name = sqlite_master.name)
          WHERE name IN (SELECT name FROM kept);
        DROP TABLE kept;
        """)
    }
  }

  /// Returns a file whose bytes are changed after all frames of its WAL were copied into the
  /// database.
  static func bytes(
    _ name: String, _ opening: Opening,
    _ change:
      @escaping @Sendable (inout DatabaseBytes) throws
      -> Void
  ) -> HostileFile {
    HostileFile(name: name, opening: opening) { editor in
      var bytes = try DatabaseBytes(editor.url)
      try change(&bytes)
      try Data(bytes.bytes).write(to: editor.url)
    }
  }
}

/// The file of a closed store, and functions that change it as another program could.
struct HostileEditor: Sendable {
  let url: URL

  /// Runs SQL on a connection without SQLite's protections, such as the defensive mode.
  func run(_ script: String) throws {
    let connection = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 1_000)
    defer { connection.close() }
    try connection.runScript(Array(script.utf8))
    _ = try connection.checkpoint(.truncate, waitMilliseconds: 1_000)
  }

  /// Gives the routes with numbers from 2 to `last` another payload, with a matching checksum.
  func setPayload(
    _ payload: String, tag: String = "Screen", version: Int = 1, upTo last: Int64 = .max
  ) throws {
    let connection = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 1_000)
    defer { connection.close() }
    let hash = RawRoute.fingerprint(tag: tag, version: version, payload: Array(payload.utf8))
    try connection.run(
      "UPDATE route SET payload = ?, tag = ?, version = ?, hash = ? WHERE id > 1 AND id <= ?",
      payload, tag, version, hash, last)
    _ = try connection.checkpoint(.truncate, waitMilliseconds: 1_000)
  }

  /// Makes the file that a store leaves after normal use and a close, with two scenes and two
  /// accounts.
  static func makeIntact(at url: URL) async throws {
    let store = try NavStore(url: url)
    let main = try store.session(of: HostileScreen.self, in: "main")
    for number in 0..<20 {
      main.push(HostileScreen("/page \(number % 7)"))
      if number % 3 == 2 { main.back() }
    }
    try main.setVisitState("draft", named: "draft")
    try main.setItemState("line 7", named: "cursor")
    main.setTitle("A page")
    let window = try store.window(in: "main")
    let side = try store.session(of: HostileScreen.self, in: "main", stack: "side", account: "ada")
    side.push(contentsOf: [
      HostileScreen("/page 1"), HostileScreen("/page 2"), HostileScreen("/page 3"),
    ])
    side.pop()
    _ = try window.select("other")
    try store.session(of: HostileScreen.self, in: "main", stack: "other").push(HostileScreen("/o"))
    try store.save([HostileScreen("/page 5")], in: "second")
    try store.setSceneValue(3, named: "tab", in: "main")
    try await store.flush()
    let writer = store.writer
    try await writer.async { try writer.countAll(on: $0) }
    try await store.close()
  }
}

/// The route type of the process that uses the hostile files.
struct HostileScreen: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")

  var name: String

  init(_ name: String) {
    self.name = name
  }

  var routeTraits: NavRouteTraits {
    .init(itemID: "Screen#" + name, kind: "Screen")
  }
}
