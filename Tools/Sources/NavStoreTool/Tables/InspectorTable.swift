/// The stored data of a store, read directly from its tables. The library's public API returns
/// stacks, lists and visits only for the app's route type, which this program doesn't have.
///
/// `Migrations/V0001__initial.sql` explains the columns.
struct InspectorTable {
  let db: Connection

  struct Scene {
    let id: Int64
    let key: String
    let opened: Int64

    /// The time at which the scene was closed; `nil` if it is open.
    let closed: Int64?
    let attempts: Int64
  }

  struct Stack {
    let id: Int64

    /// The number of the stack's scene; `nil` if the scene was deleted.
    let scene: Int64?
    let account: Int64
    let accountKey: String
    let name: String

    /// The number of the visit on top; 0 for the root screen.
    let tip: Int64

    /// The index of the current entry in `list`.
    let position: Int

    /// The number of the top visit of each entry of the back/forward list; `nil` if the list can't
    /// be decoded.
    let list: [Int64]?

    /// The number of the root's route; `nil` if the stack has no root element.
    let root: Int64?
    let saved: Int64
  }

  struct Account {
    let id: Int64
    let key: String
    let items: Int64
  }

  struct Value {
    let scene: Int64
    let account: Int64
    let name: String
    let json: String
  }

  func schemaVersion() throws -> Int64 {
    try db.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }

  func pages() throws -> (size: Int, count: Int, free: Int) {
    func number(_ sql: String) throws -> Int { try db.first(sql) { Int($0.int(0)) } ?? 0 }
    return try (
      number("PRAGMA page_size"), number("PRAGMA page_count"), number("PRAGMA freelist_count")
    )
  }

  /// Returns the accounts that are not erased, including the signed-out account.
  func accounts() throws -> [Account] {
    try db.all(
      """
      SELECT id, key, (SELECT count(*) FROM item WHERE item.account = account.id AND hash <> 0)
      FROM account WHERE key IS NOT NULL ORDER BY id
      """
    ) { Account(id: $0.int(0), key: $0.text(1), items: $0.int(2)) }
  }

  func scenes() throws -> [Scene] {
    try db.all("SELECT id, key, opened, closed, attempts FROM scene ORDER BY id") { row in
      Scene(
        id: row.int(0), key: row.text(1), opened: row.int(2), closed: row.optionalInt(3),
        attempts: row.int(4))
    }
  }

  /// Returns the scene with this key. If `key` is `nil`, returns the only open scene, or the scene
  /// `main` if not exactly one scene is open. Throws ``Refusal`` if the store lacks the scene.
  func scene(_ key: String?) throws -> Scene {
    let scenes = try scenes()
    let open = scenes.filter { $0.closed == nil }
    if key == nil, open.count == 1 { return open[0] }
    guard let scene = scenes.first(where: { $0.key.utf8.elementsEqual((key ?? "main").utf8) })
    else {
      throw Refusal(
        key == nil
          ? "Which scene? `navstore inspect` lists them; say it by --scene."
          : "The store has no such scene. `navstore inspect` lists them.")
    }
    return scene
  }

  func stacks() throws -> [Stack] {
    try db.all(
      """
      SELECT stack.id, stack.scene, account.id, account.key, name, tip, position, list, root, saved
      FROM stack JOIN account ON account.id = stack.account
      WHERE account.key IS NOT NULL ORDER BY stack.scene, account.id, name
      """
    ) { row in
      Stack(
        id: row.int(0), scene: row.optionalInt(1), account: row.int(2), accountKey: row.text(3),
        name: row.text(4), tip: row.int(5), position: Int(truncatingIfNeeded: row.int(6)),
        list: StackList.tips(row.bytes(7)), root: row.optionalInt(8), saved: row.int(9))
    }
  }

  func values() throws -> [Value] {
    try db.all(
      """
      SELECT scene, account, name, iif(typeof(value) = 'blob', hex(value), value)
      FROM window JOIN value ON kind = 3 AND owner = window.id ORDER BY 1, 2, 3
      """
    ) { row in
      Value(scene: row.int(0), account: row.int(1), name: row.text(2), json: row.text(3))
    }
  }
}

/// The stored form of a back/forward list. It is a format byte, and then a zigzag varint for each
/// entry. The varint is the number of the entry's top visit minus the number of the entry before.
enum StackList {
  static func tips(_ bytes: some Collection<UInt8>) -> [Int64]? {
    guard bytes.first == 1 else { return nil }
    var tips: [Int64] = []
    var (number, shift): (UInt64, UInt64) = (0, 0)
    for byte in bytes.dropFirst() {
      guard shift < 64 else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      let difference = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
      tips.append((tips.last ?? 0) &+ difference)
      (number, shift) = (0, 0)
    }
    return shift == 0 && !tips.isEmpty ? tips : nil
  }
}
