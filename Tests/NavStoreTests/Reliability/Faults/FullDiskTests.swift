import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

#if os(Linux)
  /// Uses a disk that is really full: a small file system in memory, which only root can mount.
  @Suite(
    "A full disk", .enabled(if: geteuid() == 0 && SmallDisk.isPossible))
  struct FullDiskTests {
    @Test("Opening a damaged store on a full disk throws diskFull, and quarantines it later")
    func damage() async throws {
      let disk = try SmallDisk(kibibytes: 768)
      let url = disk.folder.appendingPathComponent("store.sqlite")
      let store = try NavStore(url: url)
      try store.save(["a", "b"] as [Page], in: "main")
      try await store.close()
      let other = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 100)
      try other.runScript(Array("DROP TABLE progress".utf8))
      other.close()
      for left in [0, 4, 8, 16, 40, 80] {
        try disk.fill(leaving: left)
        // Opens the store three times, because a repair stops salvaging after two attempts that
        // ended their processes. A full disk must not count as such an attempt.
        for _ in 0..<3 {
          let error = #expect(throws: NavStore.Error.self, "\(left) KiB left") {
            try NavStore(url: url)
          }
          #expect(error?.code == .diskFull, "\(left) KiB left")
          #expect(error?.isRetriable == true)
        }
        try disk.free()
      }
      let fresh = try NavStore(url: url)
      #expect(fresh.openReport.quarantinedFile != nil)
      #expect(fresh.openReport.salvagedStacks == 1)
      #expect(try fresh.restore(Page.self, in: "main").path == ["a", "b"])
    }

    @Test("An erasure on a full disk leaves no WAL, and later saves succeed")
    func erasure() async throws {
      let disk = try SmallDisk(kibibytes: 8_192)
      let url = disk.folder.appendingPathComponent("store.sqlite")
      var configuration = NavStore.Configuration()
      configuration.idleMilliseconds = 3_600_000
      let store = try NavStore(url: url, configuration: configuration)
      let session = try store.session(of: Page.self, in: "main")
      for number in 0..<100 {
        session.push(Page("\(number) " + String(repeating: "x", count: 8_000)))
      }
      let writer = store.writer
      try await store.flush()
      try await writer.async { try writer.countAll(on: $0) }
      try await store.suspend()
      let size = try disk.size("store.sqlite")
      #expect(size > 1_000_000)
      try disk.fill(leaving: 700)
      let error = await #expect(throws: NavStore.Error.self) {
        try await store.history(of: Page.self, account: nil).erase(.item(session.path[7]))
      }
      #expect(error?.code == .eraseUnfinished)
      #expect(try disk.size("store.sqlite-wal") == 0)
      try session.setVisitState(7, named: "scroll")
      try await store.flush()
      try disk.free()
      try await store.finishErasing()
      try await store.close()
      #expect(try disk.size("store.sqlite") < size)
    }
  }

  /// A small file system in memory, with a given size in KiB.
  private final class SmallDisk {
    private let temporary: TemporaryFolder
    var folder: URL { temporary.url }

    static let isPossible: Bool = (try? SmallDisk(kibibytes: 64)) != nil

    struct NotMounted: Error {}

    init(kibibytes: Int) throws {
      temporary = try TemporaryFolder()
      guard
        mount("none", folder.path, "tmpfs", 0, "size=\(kibibytes)k") == 0
      else {
        throw NotMounted()
      }
    }

    deinit {
      // Detaches the file system even if some of its files are open.
      umount2(folder.path, Int32(MNT_DETACH))
    }

    private var filler: String { folder.path + "/filler" }

    /// Fills the file system until `kibibytes` KiB are free.
    func fill(leaving kibibytes: Int) throws {
      try Data().write(to: URL(fileURLWithPath: filler))
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: filler))
      while (try? handle.write(contentsOf: Data(count: 4_096))) != nil {}
      let end = try handle.seekToEnd()
      try handle.truncate(atOffset: end - min(end, UInt64(kibibytes) * 1_024))
      try handle.close()
    }

    func free() throws {
      // Truncates the file before deleting it. A process that another test is starting may have
      // inherited its descriptor, and the space of an open file isn't freed.
      guard truncate(filler, 0) == 0 else { throw CocoaError(.fileWriteUnknown) }
      try FileManager.default.removeItem(atPath: filler)
    }

    func size(_ name: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      return attributes[.size] as? Int ?? 0
    }
  }
#endif
