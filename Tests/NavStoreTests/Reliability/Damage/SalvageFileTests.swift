import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// The data that is recovered from a quarantined file, and the damage that is repaired without
/// quarantine.
@Suite("Salvage of files")
struct SalvageFileTests {
  private let folder: DamageFolder

  init() throws {
    folder = try DamageFolder()
  }

  /// Drops a table that no stack needs, so that opening finds the file damaged but can salvage all
  /// stacks.
  private static let damage = "DROP TABLE progress"

  private func reopenDamaged(_ store: NavStore, _ sql: String = "") async throws -> NavStore {
    try await store.close()
    try folder.edit("\(sql); \(Self.damage)")
    let before = folder.contents()
    let fresh = try folder.open()
    #expect(fresh.openReport.quarantinedFile != nil)
    #expect(folder.contents()["store.sqlite.corrupt-1"] == before["store.sqlite"])
    #expect(
      folder.contents()["store.sqlite.corrupt-1-wal"] ?? [] == before["store.sqlite-wal"] ?? [])
    let writer = fresh.writer
    let faults = try writer.sync { connection in
      try writer.countAll(on: connection)
      return try ConsistencyCheck(db: connection).faults()
        // The route of a root screen has no visit, which is not a fault.
        .filter { $0 != "1 routes of no visit" }
    }
    #expect(faults.isEmpty, "\(faults.prefix(5))")
    return fresh
  }

  @Test(
    "A salvage recovers stacks, accounts, items and closed scenes; not lists, titles and values"
  )
  func everything() async throws {
    let store = try folder.open()
    let main = try store.session(of: Page.self, in: "main")
    main.push("a")
    main.push("b")
    main.back()
    try main.setVisitState(7, named: "scroll")
    let ada = try store.session(of: Page.self, in: "main", account: "ada")
    ada.replaceRoot(with: "home", keepingStack: true)
    ada.push("secret")
    try store.setSceneValue(3, named: "tab", in: "main")
    try store.save(["old"] as [Page], in: "closed", stack: "left")
    try await store.history(of: Page.self, account: nil).setTitle("The letter A", for: Page("a"))
    let seen = try await store.history(of: Page.self, account: nil).visits()
    _ = try store.closeScene("closed")

    let fresh = try await reopenDamaged(store)
    #expect(fresh.openReport.salvagedScenes == 2)
    #expect(fresh.openReport.salvagedStacks == 3)
    #expect(fresh.openReport.shortenedStacks == 0)
    let again = try fresh.session(of: Page.self, in: "main")
    #expect(again.listed == "· [a]")
    #expect(try again.visitState(Int.self, named: "scroll") == nil)
    let restored = try fresh.restore(Page.self, in: "main", account: "ada")
    #expect(restored.root == "home")
    #expect(restored.path == ["secret"])
    #expect(try fresh.sceneValue(Int.self, named: "tab", in: "main") == nil)
    #expect(try fresh.scenes().first { $0.id == "closed" }?.isOpen == false)
    #expect(try fresh.restore(Page.self, in: "closed", stack: "left").path == ["old"])
    let history = fresh.history(of: Page.self, account: nil)
    #expect(try await history.items(.search("letter")).isEmpty)
    #expect(
      Set(try await history.visits().map(\.visitedAt))
        == Set(seen.filter { $0.route != "b" }.map(\.visitedAt)))
    #expect(Set(try await history.items().map(\.route.name)) == ["a", "old"])
  }

  @Test("The fresh file still records which legacy state was imported")
  func adoptions() async throws {
    let store = try folder.open()
    let source = NavLegacyState<Page>.custom { ["old"] }
    let session = try store.session(of: Page.self, in: "main", account: "ada", adopting: source)
    session.push("new")
    let fresh = try await reopenDamaged(store)
    let second = try fresh.session(of: Page.self, in: "second", adopting: source)
    #expect(second.trail == "")
    let again = try fresh.session(of: Page.self, in: "main", account: "ada", adopting: source)
    #expect(again.trail == "old/new")
    #expect(try await fresh.eraseAll(of: "ada") == 1)
  }

  @Test("A stack is salvaged up to the first route with a wrong checksum")
  func validPrefix() async throws {
    let store = try folder.open()
    try store.save(["a", "b", "c", "d"] as [Page], in: "main")
    try store.save(["a", "x"] as [Page], in: "second")
    let fresh = try await reopenDamaged(
      store, "UPDATE route SET payload = replace(payload, 'c', 'k') WHERE payload LIKE '%\"c\"%'")
    #expect(try fresh.restore(Page.self, in: "main").path == ["a", "b"])
    #expect(try fresh.restore(Page.self, in: "second").path == ["a", "x"])
    #expect(fresh.openReport.salvagedStacks == 2)
    #expect(fresh.openReport.shortenedStacks == 1)
  }

  @Test("If a chain of visits is broken, the nearest complete entry before it is salvaged")
  func brokenChain() async throws {
    let store = try folder.open()
    let session = try store.session(of: Page.self, in: "main")
    for page in ["a", "b", "c"] as [Page] { session.push(page) }
    let fresh = try await reopenDamaged(
      store,
      "DELETE FROM visit WHERE id = (SELECT parent FROM visit WHERE id = (SELECT max(id) FROM visit))"
    )
    #expect(try fresh.session(of: Page.self, in: "main").listed == "· [a]")
    #expect(fresh.openReport.shortenedStacks == 1)
  }

  @Test("Unreadable pages in the middle of a table don't affect the rows around them")
  func holes() async throws {
    let store = try folder.open()
    let count = 600
    for number in 0..<count {
      try store.save([Page("page \(number)")], in: NavScene(id: "scene \(number)"))
    }
    try await store.close()
    try folder.edit(Self.damage)
    // Damages two leaf pages of the table `stack`, neither the first nor the last leaf.
    var bytes = [UInt8](try Data(contentsOf: folder.url))
    var pages: [Int] = []
    do {
      let connection = try Connection(path: folder.path, flags: 0x1, busyTimeoutMilliseconds: 100)
      defer { connection.close() }
      let root = try #require(
        try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = 'stack'") {
          Int($0.int(0))
        })
      let page = Array(bytes[(root - 1) * 4_096..<root * 4_096])
      #expect(page[0] == 5, "An inner page of a table.")
      let cells = Int(page[3]) << 8 | Int(page[4])
      for cell in 0..<cells {
        let place = Int(page[12 + 2 * cell]) << 8 | Int(page[13 + 2 * cell])
        pages.append(page[place..<place + 4].reduce(0) { $0 << 8 | Int($1) })
      }
    }
    try #require(pages.count >= 4)
    for page in [pages[1], pages[3]] {
      for place in (page - 1) * 4_096..<page * 4_096 { bytes[place] = 0xFF }
    }
    try Data(bytes).write(to: folder.url)
    let fresh = try folder.open()
    let stacks = fresh.openReport.salvagedStacks
    #expect(fresh.openReport.salvagedScenes == count)
    #expect(stacks < count)
    #expect(stacks > count / 2)
    let found = try (0..<count).filter { number in
      try fresh.restore(Page.self, in: NavScene(id: "scene \(number)")).path == [
        Page("page \(number)")
      ]
    }
    #expect(found.count == stacks)
    // The restored scenes are in leaf 0, leaf 2 and all leaves after leaf 3, so their numbers have
    // two gaps.
    let gaps = zip(found, found.dropFirst()).filter { $1 - $0 > 1 }.count
    #expect(gaps == 2)
  }

  @Test("Damaged indexes are rebuilt in place, and no data is lost")
  func indexes() async throws {
    let store = try folder.open()
    for name in ["a", "b", "c"] { try store.save([Page(name)], in: "main") }
    try await store.history(of: Page.self, account: nil).setTitle("Title", for: Page("b"))
    try await store.close()
    try damageIndex()
    RepairNote.askForCheck(of: folder.path)
    let again = try folder.open()
    #expect(again.openReport.rebuiltIndexes)
    #expect(again.openReport.needsAttention)
    #expect(again.openReport.quarantinedFile == nil)
    #expect(
      try await again.history(of: Page.self, account: nil).items().map(\.route) == ["c", "b", "a"])
    #expect(try again.restore(Page.self, in: "main").path == ["c"])
    let result = try again.writer.sync { try $0.first("PRAGMA integrity_check") { $0.text(0) } }
    #expect(result == "ok")
    try await again.close()
    #expect(try !folder.open().openReport.needsAttention)
  }

  @Test("Damaged indexes are left unchanged if quarantinesDamagedFile is false")
  func indexesLeftAlone() async throws {
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    try await store.close()
    try damageIndex()
    RepairNote.askForCheck(of: folder.path)
    let again = try folder.open { $0.quarantinesDamagedFile = false }
    #expect(!again.openReport.rebuiltIndexes)
    #expect(
      folder.names.contains("store.sqlite.repair"),
      "The note is kept for a launch that may repair the file.")
  }

  /// Damages an index of the table `route`. The entries of the index then lead to other rows than
  /// before.
  private func damageIndex() throws {
    let connection = try Connection(path: folder.path, flags: 0x6, busyTimeoutMilliseconds: 100)
    let row = try connection.first(
      "SELECT rootpage, sql FROM sqlite_schema WHERE name = 'route_item_hash'"
    ) { ($0.int(0), $0.text(1)) }
    let (root, sql) = try #require(row)
    connection.close()
    try folder.edit(
      """
      PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'route_item_hash'
      """)
    // Changes rows while the index is missing, so that its entries lead to other rows.
    try folder.edit("UPDATE route SET id = id + 1000; UPDATE visit SET route = route + 1000")
    try folder.edit(
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
      VALUES ('index', 'route_item_hash', 'route', \(root), '\(sql)')
      """)
  }

  @Test("Damage that is found in use throws, and the next open quarantines the file")
  func metInUse() async throws {
    let store = try folder.open()
    try store.save(["a", "b"] as [Page], in: "main")
    try await store.close()
    let connection = try Connection(path: folder.path, flags: 0x1, busyTimeoutMilliseconds: 100)
    let root = try connection.first(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'item_recent'"
    ) { Int($0.int(0)) }
    connection.close()
    let page = try #require(root)
    var bytes = [UInt8](try Data(contentsOf: folder.url))
    for place in (page - 1) * 4_096..<page * 4_096 { bytes[place] = 0xFF }
    try Data(bytes).write(to: folder.url)

    let again = try folder.open()
    #expect(!again.openReport.needsAttention)
    #expect(
      await reason { _ = try await again.history(of: Page.self, account: nil).items() } == .damaged
    )
    #expect(try again.restore(Page.self, in: "main").path == ["a", "b"])
    #expect(folder.names.contains("store.sqlite.repair"))
    try await again.close()

    let fresh = try folder.open()
    #expect(fresh.openReport.quarantinedFile != nil)
    #expect(fresh.openReport.salvagedStacks == 1)
    #expect(try fresh.restore(Page.self, in: "main").path == ["a", "b"])
    #expect(try await fresh.history(of: Page.self, account: nil).items().map(\.route) == ["b"])
    #expect(!folder.names.contains("store.sqlite.repair"))
  }

  @Test("Transient SQLite errors are retriable and never reported as damage")
  func errors() {
    func error(_ code: Int32) -> NavStore.Error {
      NavStore.Error(SQLiteError(code: ResultCode(rawValue: code), message: ""))
    }
    for (number, reason, isRetriable) in [
      (5, NavStore.Error.Reason.busy, true), (6, .busy, true), (7, .database, true),
      (8, .readOnly, false), (10, .inputOutput, true), (10 | 33 << 8, .inputOutput, false),
      (11, .damaged, false), (11 | 3 << 8, .damaged, false), (13, .diskFull, true),
      (14, .unreadable, false), (15, .database, true), (19, .database, false),
      (23, .inputOutput, true), (26, .damaged, false),
    ] {
      #expect(error(Int32(number)).reason == reason, "\(number)")
      #expect(error(Int32(number)).isRetriable == isRetriable, "\(number)")
    }
  }
}

extension SalvageFileTests {
  @Test("The content before the cut of a truncated file is salvaged")
  func cutShort() async throws {
    let store = try folder.open()
    for number in 0..<40 {
      try store.save([Page("page \(number)")], in: NavScene(id: "scene \(number)"))
    }
    try await store.close()
    let store2 = try folder.open()
    for number in 0..<3_000 { try store2.save([Page("later \(number)")], in: "main") }
    try await store2.close()
    let bytes = [UInt8](try Data(contentsOf: folder.url))
    let cut = Array(bytes.prefix(bytes.count / 2 / 4_096 * 4_096))
    try folder.write(cut)
    let fresh = try folder.open()
    #expect(fresh.openReport.salvagedScenes >= 40)
    #expect(try fresh.restore(Page.self, in: "scene 7").path == ["page 7"])
    #expect(folder.contents()["store.sqlite.corrupt-1"] == cut)
  }
}
