import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import reliability_worker

/// A WAL that is deleted or replaced while a store has its database open. SQLite then continues to
/// write to the deleted WAL, so a later opening of the database doesn't find these changes.
@Suite("A deleted WAL")
struct LostLogTests {
  private let folder: DamageFolder

  init() throws {
    folder = try DamageFolder()
  }

  private var log: URL { URL(fileURLWithPath: folder.path + "-wal") }
  private var index: URL { URL(fileURLWithPath: folder.path + "-shm") }

  /// Restores the path of "main" from a copy of the files on disk, as after a kill.
  private func restoreFromDisk() throws -> [Page] {
    let copy = try DamageFolder()
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: folder.path + suffix) {
      try FileManager.default.copyItem(atPath: folder.path + suffix, toPath: copy.path + suffix)
    }
    let store = try copy.open()
    #expect(!store.openReport.needsAttention)
    #expect(try store.consistencyFaults() == [])
    return try store.restore(Page.self, in: "main").path
  }

  @Test("A process whose WAL is deleted and that is killed later loses no save")
  func killed() async throws {
    let worker = try BuiltExecutable.named("reliability-worker")
    for withIndex in [false, true] {
      let store = try KilledStore()
      let path = store.url.path
      let last = try await onOwnThread {
        let process = try SpawnedProcess(worker, ["save", path, "rounds=1000000"])
        for _ in 0..<30 { _ = process.readLine() }
        // Deletes the WAL while the process is stopped, so that each step that the process reports
        // after the deletion was also saved after it.
        process.signal(SIGSTOP)
        var status: Int32 = 0
        #expect(waitpid(process.id, &status, WUNTRACED) == process.id)
        var last = 0
        while let line = process.readLine(withinMilliseconds: 0) { last = Int(line) ?? last }
        #expect(unlink(path + "-wal") == 0)
        if withIndex { #expect(unlink(path + "-shm") == 0) }
        process.signal(SIGCONT)
        for _ in 0..<30 { last = process.readLine().flatMap { Int($0) } ?? last }
        process.signal(SIGKILL)
        for line in process.readLines() { last = Int(line) ?? last }
        process.waitUntilExit()
        return last
      }
      #expect(last >= 59)
      let found = try NavStore(url: store.url)
      #expect(try found.session(of: Step.self, in: "scene 0").stepCount >= last)
      #expect(try found.consistencyFaults() == [])
    }
  }

  @Test("Two stores on the file continue with the same new WAL")
  func twoStores() async throws {
    let first = try folder.open()
    let second = try folder.open()
    try first.save(["a"] as [Page], in: "main")
    try second.save(["x"] as [Page], in: "second")
    try FileManager.default.removeItem(at: log)
    for number in 0..<5 {
      try first.save(["a", Page("b\(number)")] as [Page], in: "main")
      try second.save(["x", Page("y\(number)")] as [Page], in: "second")
      #expect(try restoreFromDisk() == ["a", Page("b\(number)")])
    }
    #expect(try first.restore(Page.self, in: "second").path == ["x", "y4"])
    #expect(try second.restore(Page.self, in: "main").path == ["a", "b4"])
    #expect(try first.consistencyFaults() == [])
  }

  @Test("Queries work after the WAL is deleted", arguments: [false, true])
  func queries(hasRead: Bool) async throws {
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    let history = store.history(of: Page.self, account: nil)
    if hasRead { #expect(try await history.items().map(\.route) == ["a"]) }
    try FileManager.default.removeItem(at: log)
    try FileManager.default.removeItem(at: index)
    #expect(try await history.items().map(\.route) == ["a"])
    try store.save(["a", "b"] as [Page], in: "main")
    #expect(try await history.items().map(\.route) == ["b", "a"])
    #expect(try restoreFromDisk() == ["a", "b"])
  }

  @Test("A WAL of another database at the same path is not read")
  func replaced() async throws {
    let other = try DamageFolder()
    let theirs = try other.open()
    try theirs.save((0..<300).map { Page("theirs \($0)") }, in: "main")

    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    try FileManager.default.removeItem(at: log)
    try FileManager.default.copyItem(atPath: other.path + "-wal", toPath: log.path)
    try store.save(["a", "b"] as [Page], in: "main")
    #expect(try restoreFromDisk() == ["a", "b"])
    try await store.close()
    #expect(try folder.open().restore(Page.self, in: "main").path == ["a", "b"])
  }

  @Test("A store that is closed after its WAL was deleted has saved everything")
  func closing() async throws {
    let store = try folder.open()
    try store.save(["a"] as [Page], in: "main")
    try FileManager.default.removeItem(at: log)
    try await store.close()
    #expect(try restoreFromDisk() == ["a"])
  }
}
