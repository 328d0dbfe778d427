import Dispatch
import FaultVFS
import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// Quarantine keeps the database and its WAL together, even if the process ends at any of its
/// steps.
@Suite("Quarantine of damaged files")
struct QuarantineTests {
  /// Returns a damaged store, in which a table is missing. Its stacks are valid. The newest changes
  /// are only in its WAL.
  static func damaged() async throws -> StoreImage {
    let folder = try DamageFolder()
    let store = try await folder.openInUse()
    try folder.edit("DROP TABLE progress")
    var image: StoreImage?
    try store.writer.sync { _ in image = StoreImage(of: folder.path) }
    let found = try #require(image)
    #expect((found.files["-wal"]?.count ?? 0) > 1_000)
    return found
  }

  /// Opens the store after an interrupted opening. Expects the salvaged stacks, and the complete
  /// damaged file in quarantine.
  func expectQuarantine(_ image: StoreImage, in folder: DamageFolder, _ what: String) throws {
    let store = try folder.open()
    #expect(try store.restore(Page.self, in: "main").path == ["a", "b", "c"], "\(what)")
    #expect(try store.restore(Page.self, in: "second").path == ["x"], "\(what)")
    let contents = folder.contents()
    #expect(contents["store.sqlite.corrupt-1"] == image.files[""], "\(what)")
    #expect(contents["store.sqlite.corrupt-1-wal"] == image.files["-wal"], "\(what)")
    #expect(!folder.names.contains { $0.contains(".repair") || $0.contains(".draft") }, "\(what)")
    #expect(folder.names.filter { $0.contains("corrupt-2") }.isEmpty, "\(what)")
    let faults = try store.writer.sync { db in
      try db.first("PRAGMA integrity_check") { $0.text(0) }
    }
    #expect(faults == "ok", "\(what)")
  }

  /// A quarantine that ends with an error. FullDiskTests has one whose disk is full.
  @Test("The next open completes a quarantine in which any write, truncation or sync failed")
  func failed() async throws {
    let image = try await Self.damaged()
    let vfs = FaultVFS()
    for isChecked in [false, true] {
      var (count, last) = (0, 1)
      while true {
        let folder = try DamageFolder()
        try image.write(to: folder)
        if isChecked { RepairNote.askForCheck(of: folder.path) }
        vfs.reset()
        let calls = Locked(0)
        vfs.setHook { [last] call in
          guard [.write, .truncate, .sync].contains(call.kind) else { return .pass }
          let number = calls.withLock { calls in
            calls += 1
            return calls
          }
          return number == last ? FaultVFS.verdict(on: call, as: .inputOutput) : .pass
        }
        let store = try? folder.open { $0.vfs = vfs.name }
        guard calls.withLock({ $0 }) >= last else { break }
        try await store?.close()
        try expectQuarantine(image, in: folder, "checked: \(isChecked), call \(last)")
        count += 1
        last += isSoak ? 1 : 5
      }
      print("quarantine: failures at \(count) calls of SQLite")
      #expect(count >= 11)
    }
  }

  @Test(
    "The next open completes a quarantine or repair that was killed at any change of a file",
    arguments: [false, true])
  func killed(isChecked: Bool) async throws {
    let image = try await Self.damaged()
    let folder = try DamageFolder()
    try image.write(to: folder)
    if isChecked { RepairNote.askForCheck(of: folder.path) }
    let first = try states(of: folder)
    #expect(first.count >= 15)
    var tried = 0
    for (number, state) in first.enumerated() {
      let copy = try DamageFolder()
      try state.write(to: copy)
      guard isSoak || number % 5 == 2 else {
        try expectQuarantine(image, in: copy, "\(number)")
        tried += 1
        continue
      }
      let isLate = copy.wasKilledInSalvage
      for (next, state) in try states(of: copy).enumerated() {
        let again = try DamageFolder()
        try state.write(to: again)
        // If two processes end during the salvage, the next repair skips it, so no stacks can be
        // expected.
        guard !(isLate && again.wasKilledInSalvage) else { continue }
        try expectQuarantine(image, in: again, "\(number), \(next)")
        tried += 1
      }
    }
    print("quarantine: \(tried) kills between two changes")
  }

  /// The bytes of all files of a folder, by name.
  private struct FolderState {
    let files: [String: Data]

    func write(to folder: DamageFolder) throws {
      for (name, data) in files {
        try data.write(to: folder.folder.appendingPathComponent(name))
      }
    }
  }

  /// Opens the store of a folder, and returns the folder's files at each change that the opening
  /// makes to a file without SQLite.
  private func states(of folder: DamageFolder) throws -> [FolderState] {
    let found = Locked([FolderState]())
    let place = folder.folder
    _ = try Files.$listener.withValue({ _ in
      var files: [String: Data] = [:]
      for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [] {
        files[name] = try? Data(contentsOf: place.appendingPathComponent(name))
      }
      found.withLock { [files] in $0.append(FolderState(files: files)) }
    }) {
      try folder.open()
    }
    return found.withLock { $0 }
  }

  @Test("The open after a killed quarantine still reports the screens that could not be salvaged")
  func failuresAfterKill() async throws {
    let folder = try DamageFolder()
    let store = try folder.open()
    for (scene, path) in [
      ("whole", ["a", "b"]), ("shortened", ["a", "damaged"]), ("lost", ["a"]),
    ] as [(String, [Page])] {
      try store.save(path, in: NavScene(id: scene))
    }
    try store.session(of: Page.self, in: "lost").replaceRoot(
      with: "damaged root", keepingStack: true)
    try await store.close()
    try folder.edit(
      """
      UPDATE route SET payload = replace(payload, 'damaged', 'demaged');
      DROP TABLE progress
      """)
    // The last states have the fresh store, and the process that made it has reported the screens.
    let states = try states(of: folder).filter { $0.files["store.sqlite.draft"] != nil }
    #expect(states.count >= 4)
    for state in states {
      let copy = try DamageFolder()
      try state.write(to: copy)
      let next = try copy.open()
      func expect(_ stack: [Page], isWhole: Bool, in scene: String) throws {
        let found = try next.restore(Page.self, in: NavScene(id: scene))
        #expect(found.path == stack, "\(scene)")
        #expect(found.failures.isEmpty == isWhole, "\(scene): \(found.failures)")
      }
      try expect(["a", "b"], isWhole: true, in: "whole")
      try expect(["a"], isWhole: false, in: "shortened")
      try expect([], isWhole: false, in: "lost")
      try expect([], isWhole: true, in: "new")
      #expect(next.openReport.salvagedStacks == 2)
      #expect(next.openReport.shortenedStacks == 1)
    }
  }

  @Test("After two killed salvages, the store opens without one")
  func deadlySalvage() async throws {
    var folder = try DamageFolder()
    try await Self.damaged().write(to: folder)
    for _ in 0..<2 {
      let states = try states(of: folder)
      let state = try #require(states.last { $0.files["store.sqlite.draft-tmp"] != nil })
      folder = try DamageFolder()
      try state.write(to: folder)
    }
    let store = try folder.open()
    #expect(store.openReport.quarantinedFile?.lastPathComponent == "store.sqlite.corrupt-1")
    #expect(store.openReport.description.contains("is quarantined as store.sqlite.corrupt-1."))
    #expect(!store.openReport.description.contains("/"))
    #expect(store.openReport.salvagedStacks == 0)
    #expect(try store.restore(Page.self, in: "main").path == [])
    #expect(try !folder.open().openReport.needsAttention)
  }

  @Test("A store whose file was quarantined while suspended continues in the fresh file")
  func suspended() async throws {
    let folder = try DamageFolder()
    let store = try folder.open()
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    try await store.suspend()
    try folder.edit("DROP TABLE progress")
    let fresh = try folder.open()
    #expect(fresh.openReport.salvagedStacks == 1)
    session.push("b")
    try await store.flush()
    #expect(session.trail == "a/b")
    #expect(try fresh.restore(Page.self, in: "main").path == ["a", "b"])
    #expect(try fresh.consistencyFaults() == [])
  }

  @Test("A WAL without its database is quarantined, never read into a fresh store")
  func walAlone() async throws {
    var image = try await Self.damaged()
    image.files[""] = nil
    let folder = try DamageFolder()
    try image.write(to: folder)
    let before = folder.contents()
    #expect(reason { _ = try folder.open { $0.quarantinesDamagedFile = false } } == .damaged)
    #expect(folder.contents() == before)
    let store = try folder.open()
    #expect(store.openReport.quarantinedFile != nil)
    #expect(try store.scenes().isEmpty)
    #expect(folder.contents()["store.sqlite.corrupt-1-wal"] == image.files["-wal"])
  }

  @Test("A link's target is quarantined with its WAL")
  func link() async throws {
    let image = try await Self.damaged()
    let (folder, real) = (try DamageFolder(), try DamageFolder())
    try image.write(to: real)
    try folder.link(to: real.path)
    let store = try folder.open()
    #expect(folder.names == ["store.sqlite"])
    let quarantined = try #require(store.openReport.quarantinedFile)
    #expect(quarantined.path == real.path + ".corrupt-1")
    #expect(real.contents()["store.sqlite.corrupt-1-wal"] == image.files["-wal"])
    #expect(store.openReport.salvagedStacks == 2)
    #expect(store.openReport.url == folder.url)
  }

  @Test("A store at a dangling link is created at the target, accessible only to its owner")
  func danglingLink() throws {
    let (folder, real) = (try DamageFolder(), try DamageFolder())
    try folder.link(to: real.path)
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    let attributes = try FileManager.default.attributesOfItem(atPath: real.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(folder.names == ["store.sqlite"])
  }

  @Test("An unknown repair note is kept, and a valid store opens normally")
  func strangeNote() async throws {
    let folder = try DamageFolder()
    try folder.open().save(["a"] as [Page], in: "main")
    for text in [
      "another text", "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}", "\n99999999999999999999",
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + ".repair"))
      let store = try folder.open()
      #expect(!store.openReport.needsAttention, "\(text)")
      #expect(try store.restore(Page.self, in: "main").path == ["a"])
      try await store.close()
      #expect(folder.contents()["store.sqlite.repair"] == Array(text.utf8))
    }
  }

  @Test("A repair note whose bytes a power cut has changed counts the same attempts")
  func garbledNote() async throws {
    for size in 0...5 {
      let folder = try DamageFolder()
      try folder.open().save(["a"] as [Page], in: "main")
      try folder.edit("DROP TABLE progress")
      let garbage = (0..<size).map { UInt8(0xA7 &+ $0) }
      try Data(garbage).write(to: URL(fileURLWithPath: folder.path + ".repair"))
      let store = try folder.open()
      #expect(store.openReport.quarantinedFile != nil)
      // After four attempts that didn't end, the stacks are not copied.
      #expect(store.openReport.salvagedStacks == (size < RepairNote.salvages ? 1 : 0), "\(size)")
      #expect(!folder.names.contains("store.sqlite.repair"))
      try await store.close()
    }
  }
}
