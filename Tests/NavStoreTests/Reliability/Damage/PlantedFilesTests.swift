import Foundation
import NavStoreSQLite
import Testing

@testable import NavStore

#if canImport(Glibc)
  import Glibc
#endif

/// Files that another program has put at the paths of a store's files.
@Suite("Planted files")
struct PlantedFilesTests {
  private let folder: DamageFolder
  private let victim: DamageFolder

  init() throws {
    folder = try DamageFolder()
    victim = try DamageFolder()
    try victim.write(Array("precious".utf8))
  }

  private func plantLink(_ suffix: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + suffix, withDestinationPath: victim.path)
  }

  @Test(
    "A link at the path of a draft is not followed, and a pipe doesn't block",
    arguments: [".draft", ".draft-tmp", ".draft-tmp-wal"])
  func draft(_ suffix: String) async throws {
    for plant in ["link", "pipe"] {
      try folder.clear()
      let store = try folder.open()
      try store.save(["a"] as [Page], in: "main")
      try await store.close()
      try folder.edit("DROP TABLE progress")
      if plant == "link" {
        try plantLink(suffix)
      } else {
        #expect(mkfifo(folder.path + suffix, 0o600) == 0)
      }
      let fresh = try folder.open()
      #expect(fresh.openReport.salvagedStacks == 1, "\(plant)")
      #expect(victim.contents() == ["store.sqlite": Array("precious".utf8)])
      #expect(!folder.names.contains { $0.contains("repair") || $0.contains("draft") })
      try await fresh.close()
    }
  }

  @Test("Anything but a file at the path of a WAL or journal is rejected without blocking")
  func besides() async throws {
    try await folder.open().close()
    for suffix in ["-journal", "-wal", "-shm"] {
      _ = Files.remove(folder.path + suffix)
      #expect(mkfifo(folder.path + suffix, 0o600) == 0)
      #expect(reason { _ = try folder.open() } == .unreadable, "\(suffix)")
      _ = Files.remove(folder.path + suffix)
      try plantLink(suffix)
      #expect(reason { _ = try folder.open() } == .unreadable, "\(suffix)")
      #expect(victim.contents() == ["store.sqlite": Array("precious".utf8)])
      _ = Files.remove(folder.path + suffix)
    }
    try await folder.open().close()
  }

  @Test("A text file at the path of the journal is kept, and the store is rejected")
  func journalText() async throws {
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    try await store.close()
    try folder.write(Array("Dear diary".utf8), "-journal")
    #expect(reason { _ = try folder.open() } == .notAStore)
    #expect(folder.contents()["store.sqlite-journal"] == Array("Dear diary".utf8))
  }

  @Test("A text file at the path of a repair note is kept")
  func noteText() async throws {
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    try await store.close()
    let text = Array("How I mended my bicycle".utf8)
    try folder.write(text, ".repair")
    let again = try folder.open()
    #expect(try again.restore(Page.self, in: "main").path == ["a"])
    try await again.close()
    #expect(folder.contents()["store.sqlite.repair"] == text)
    try folder.edit("DROP TABLE progress")
    #expect(reason { _ = try folder.open() } == .damaged)
    #expect(folder.contents()["store.sqlite.repair"] == text)
  }

  @Test("New folders are accessible only to their owner")
  func folders() throws {
    let nested = folder.folder.appendingPathComponent("a/b/store.sqlite")
    _ = try NavStore(url: nested)
    for name in ["a", "a/b"] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.folder.appendingPathComponent(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o700, "\(name)")
    }
  }

  @Test(
    "A store can't be opened at the path of another store's WAL, journal or note",
    arguments: ["-wal", "-shm", "-journal", ".repair", ".draft", ".draft-tmp"])
  func names(_ suffix: String) async throws {
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    try await store.close()
    let before = folder.contents()
    let url = URL(fileURLWithPath: folder.path + suffix)
    #expect(reason { _ = try NavStore(url: url) } == .notAStore)
    #expect(folder.holds(before))
  }

  @Test("A store whose name ends in -journal keeps working, and the name without it is rejected")
  func journalByName() throws {
    let store = try NavStore(url: folder.folder.appendingPathComponent("travel-journal"))
    try store.save(["a"] as [Page], in: "main")
    #expect(
      reason { _ = try NavStore(url: folder.folder.appendingPathComponent("travel")) } == .notAStore
    )
    #expect(try store.restore(Page.self, in: "main").path == ["a"])
  }
}
