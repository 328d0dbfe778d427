import Foundation
import NavStoreMigrations
import NavStoreSQLite
import Testing

@testable import NavStore

/// Checks that a file is quarantined or erased only if it was a store before its damage.
@Suite("Recognition of store files")
struct StoreSignTests {
  private let folder: DamageFolder

  init() throws {
    folder = try DamageFolder()
  }

  private static let migration = NavStoreMigrations.all[0].script.withUTF8Buffer { [UInt8]($0) }

  /// Files of other programs, by description. The key of each file is the suffix that its name adds
  /// to the path of the store.
  private static let strangers: [String: @Sendable () throws -> [String: [UInt8]]] = [
    "a diary": { ["": Array("Dear diary, SQLite format 3 is fine.\n".utf8)] },
    "our own migration": { ["": migration] },
    "our migration on a page of its own": {
      ["": [UInt8](repeating: 0x0D, count: 4_096) + migration]
    },
    "one byte": { ["": [0]] },
    "zeros": { ["": [UInt8](repeating: 0, count: 20_000)] },
    "zeros next to text": {
      ["": [UInt8](repeating: 0, count: 4_096), "-wal": Array("not a log".utf8)]
    },
    "nothing next to text": { ["": [], "-wal": Array("not a log".utf8)] },
    "text next to our WAL": {
      ["": Array("Dear diary".utf8), "-wal": try StoreImage.inLogOnly().files["-wal"] ?? []]
    },
    "an image of a disk next to our WAL": {
      [
        "": [UInt8](repeating: 0xE5, count: 4_194_304),
        "-wal": try StoreImage.inLogOnly().files["-wal"] ?? [],
      ]
    },
    "text next to text at the journal's path": {
      ["": [], "-journal": Array("Dear diary".utf8)]
    },
    "a page that looks like a leaf": {
      var page = [UInt8](repeating: 0xFF, count: 8_192)
      page.replaceSubrange(4_096..<4_104, with: [0x0D, 0, 0, 0x7F, 0xFF, 0, 0, 0])
      return ["": page]
    },
  ]

  @Test(
    "A file without any sign of a store is rejected and left unchanged",
    arguments: strangers.keys.sorted())
  func refused(_ name: String) throws {
    let make = try #require(Self.strangers[name])
    for (suffix, bytes) in try make() { try folder.write(bytes, suffix) }
    let before = folder.contents()
    for quarantines in [true, false] {
      #expect(
        reason { _ = try folder.open { $0.quarantinesDamagedFile = quarantines } } == .notAStore)
      #expect(folder.holds(before))
    }
  }

  @Test("A damaged foreign database is rejected, with or without a WAL of NavStore")
  func foreignDatabase() async throws {
    let log = try StoreImage.inLogOnly().files["-wal"]
    try folder.edit("CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')")
    let intact = try #require(folder.contents()["store.sqlite"])
    var damaged = intact
    for place in 100..<4_096 { damaged[place] = 0xFF }
    for (database, log) in [(damaged, nil), (intact, log), (damaged, log)] {
      try folder.clear()
      try folder.write(database)
      if let log { try folder.write(log, "-wal") }
      let before = folder.contents()
      #expect(reason { _ = try folder.open() } == .notAStore)
      #expect(folder.holds(before))
    }
  }

  @Test("A store without its header is rejected, except in the library's own folder")
  func destroyedBeginning() async throws {
    let store = try folder.open()
    for number in 0..<3_000 { try store.save([Page("page \(number)")], in: "main") }
    try await store.close()
    let intact = try #require(folder.contents()["store.sqlite"])
    for count in [16, 100, 4_096, 40_000, 150_000] {
      var bytes = intact
      for place in 0..<count { bytes[place] = UInt8(place * 31 & 0xFF) }
      try folder.clear()
      try folder.write(bytes)
      // The first 16 bytes contain only the name of the file format, so a file that lost them still
      // counts as a store.
      if count > 16 {
        let before = folder.contents()
        #expect(reason { _ = try folder.open() } == .notAStore)
        #expect(folder.holds(before))
      }
      let fresh = try folder.open { $0.renamesStrangers = count > 16 }
      #expect(fresh.openReport.quarantinedFile?.lastPathComponent == "store.sqlite.corrupt-1")
      #expect(folder.contents()["store.sqlite.corrupt-1"] == bytes)
      try await fresh.close()
    }
  }

  @Test(
    "A database truncated to nothing or a few zero bytes is quarantined with its WAL",
    arguments: [0, 1, 100])
  func cutToNothing(zeros count: Int) async throws {
    let image = try StoreImage.inLogOnly()
    var cut = image
    cut.files = ["-wal": image.files["-wal"] ?? [], "": [UInt8](repeating: 0, count: count)]
    try cut.write(to: folder)
    let before = folder.contents()
    #expect(reason { _ = try folder.open { $0.quarantinesDamagedFile = false } } == .damaged)
    #expect(folder.holds(before))

    let store = try folder.open()
    #expect(store.openReport.quarantinedFile?.lastPathComponent == "store.sqlite.corrupt-1")
    // If the database has more than one byte, SQLite reads the WAL, so that the stacks can be
    // salvaged.
    #expect(store.openReport.lacksStacks == (count <= 1))
    #expect(try store.restore(Page.self, in: "main").path == (count <= 1 ? [] : ["a", "c"]))
    #expect(try store.consistencyFaults() == [])
    let after = folder.contents()
    #expect(after["store.sqlite.corrupt-1"] == before["store.sqlite"])
    #expect(after["store.sqlite.corrupt-1-wal"] == before["store.sqlite-wal"])
    try await store.close()
    #expect(try !folder.open().openReport.needsAttention)
    #expect(!folder.names.contains { $0.contains(".draft") || $0.contains(".repair") })
  }

  @Test(
    "Pages garbled by a power cut during a checkpoint are recovered from the WAL",
    arguments: [512, 4_096, 9_216], [0, 0xA5])
  func garbledCheckpoint(count: Int, byte: UInt8) async throws {
    var image = try StoreImage.inLogOnly()
    image.files[""] = [UInt8](repeating: byte, count: count)
    try image.write(to: folder)
    let store = try folder.open { $0.quarantinesDamagedFile = false }
    #expect(!store.openReport.needsAttention)
    #expect(try store.restore(Page.self, in: "main").path == ["a", "c"])
    #expect(
      try await store.history(of: Page.self, account: nil).visits().map(\.route) == ["c", "b"])
    #expect(try store.consistencyFaults() == [])
  }

  @Test("A partial WAL without its database is quarantined, and the fresh store is valid")
  func partOfTheWAL() async throws {
    let store = try await folder.openInUse()
    try store.save((0..<200).map { Page("page \($0)") }, in: "deep")
    var image: StoreImage?
    try store.writer.sync { _ in image = StoreImage(of: folder.path) }
    let found = try #require(image)
    let other = try DamageFolder()
    try other.write([])
    try other.write(found.files["-wal"] ?? [], "-wal")
    let fresh = try other.open()
    #expect(fresh.openReport.quarantinedFile != nil)
    #expect(try fresh.consistencyFaults() == [])
    #expect(other.contents()["store.sqlite.corrupt-1-wal"] == found.files["-wal"])
    #expect(!other.names.contains { $0.contains("repair") || $0.contains("draft") })
  }

  @Test("An empty file with only a journal, as after a kill during creation, opens as new")
  func journalAlone() throws {
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let journals: [[UInt8]] = [
      [0], [UInt8](repeating: 0, count: 512), magic + [UInt8](repeating: 0, count: 504),
    ]
    for journal in journals {
      for quarantines in [true, false] {
        for database in [nil, []] as [[UInt8]?] {
          try folder.clear()
          if let database { try folder.write(database) }
          try folder.write(journal, "-journal")
          let store = try folder.open { $0.quarantinesDamagedFile = quarantines }
          #expect(store.openReport.isNew)
          #expect(!store.openReport.needsAttention)
          try store.save(["a"] as [Page], in: "main")
        }
      }
    }
  }

  @Test("Erasing deletes quarantined stores, and no other files")
  func erasing() async throws {
    let other = try DamageFolder()
    try await other.open().close()
    let ours = try #require(other.contents()["store.sqlite"])
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    try folder.write(ours, ".corrupt-1")
    try folder.write(Array("log".utf8), ".corrupt-1-wal")
    try folder.write(Array("a diary".utf8), ".corrupt-2")
    try folder.write([], ".corrupt-3")
    try folder.write(try StoreImage.inLogOnly().files["-wal"] ?? [], ".corrupt-3-wal")
    try folder.write(Array("a log of a diary".utf8), ".corrupt-4-wal")
    try await store.history(of: Page.self, account: nil).erase(.all)
    #expect(
      folder.names.filter { $0.contains("corrupt") }
        == ["store.sqlite.corrupt-2", "store.sqlite.corrupt-4-wal"])
  }

  @Test("In its own folder, erasing also deletes quarantined files without a header, but no text")
  func erasingInOwnFolder() async throws {
    let other = try DamageFolder()
    try other.edit("CREATE TABLE notes (text)")
    let foreign = try #require(other.contents()["store.sqlite"])
    try folder.write((0..<4_096).map { UInt8($0 * 31 & 0xFF) })
    try folder.write(foreign, ".corrupt-7")
    try folder.write(Array("a diary".utf8), ".corrupt-8")
    let store = try folder.open { $0.renamesStrangers = true }
    #expect(folder.names.contains("store.sqlite.corrupt-9"))
    try await store.history(of: Page.self, account: nil).erase(.all)
    #expect(
      folder.names.filter { $0.contains("corrupt") }
        == ["store.sqlite.corrupt-7", "store.sqlite.corrupt-8"])
  }

  @Test("Erasing deletes the draft of an unfinished repair")
  func erasingDrafts() async throws {
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    for suffix in [".draft", ".draft-tmp", ".draft-tmp-wal"] {
      try folder.write(Array("what was removed".utf8), suffix)
    }
    try await store.history(of: Page.self, account: nil).erase(.all)
    #expect(!folder.names.contains { $0.contains("draft") })
  }

  @Test("Foreign files with the name of a quarantined set are neither counted nor deleted")
  func kept() async throws {
    for number in 1...5 { try folder.write(Array("diary \(number)".utf8), ".corrupt-\(number)") }
    for _ in 0..<5 {
      let store = try folder.open()
      try await store.close()
      try folder.edit("DROP TABLE progress")
    }
    let store = try folder.open()
    #expect(store.openReport.quarantinedFile?.lastPathComponent == "store.sqlite.corrupt-10")
    let sets = folder.names.compactMap { $0.split(separator: "-").dropFirst().first }
    #expect(Set(sets.compactMap { Int($0) }) == [1, 2, 3, 4, 5, 8, 9, 10])
  }

  @Test("A set with the highest possible number doesn't prevent another quarantine")
  func lastNumber() async throws {
    let store = try await folder.openInUse()
    try folder.edit("DROP TABLE progress")
    var image: StoreImage?
    try store.writer.sync { _ in image = StoreImage(of: folder.path) }
    let damaged = try #require(image)
    try await store.close()
    for suffix in ["", "-wal"] {
      let place = try DamageFolder()
      try damaged.write(to: place)
      try place.write([7], ".corrupt-9223372036854775807\(suffix)")
      let fresh = try place.open()
      #expect(fresh.openReport.salvagedStacks == 2)
      let contents = place.contents()
      let quarantined = try #require(fresh.openReport.quarantinedFile?.lastPathComponent)
      #expect(contents[quarantined] == damaged.files[""])
      #expect(contents[quarantined + "-wal"] == damaged.files["-wal"])
      #expect(contents["store.sqlite.corrupt-9223372036854775807\(suffix)"] == [7])
      try await fresh.close()
      #expect(try !place.open().openReport.needsAttention)
    }
  }
}

extension StoreImage {
  /// Returns a store with saves whose changes are all in the WAL. The database has only its first
  /// page.
  static func inLogOnly() throws -> StoreImage {
    let folder = try DamageFolder()
    let store = try folder.open()
    try store.save(["a", "b"] as [Page], in: "main")
    try store.save(["a", "c"] as [Page], in: "main")
    var image: StoreImage?
    try store.writer.sync { _ in image = StoreImage(of: folder.path) }
    return image ?? StoreImage(of: folder.path)
  }
}
