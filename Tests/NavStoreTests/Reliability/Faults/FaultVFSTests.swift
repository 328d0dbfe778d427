import FaultVFS
import NavStoreSQLite
import Testing

@testable import NavStore

@Suite("The fault-injecting VFS")
struct FaultVFSTests {
  private let vfs = FaultVFS()

  @Test("A store works through the VFS, next to a store without it")
  func passesOn() async throws {
    let temporary = try TemporaryStore { $0.vfs = vfs.name }
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["a", "b"])
    try await temporary.store.flush()
    let beside = try temporary.another { $0.vfs = nil }
    #expect(try beside.restore(Page.self, in: "main").path == ["a", "b"])
    try beside.save([Page("x")], in: "other")
    #expect(try temporary.store.restore(Page.self, in: "other").path == ["x"])
    #expect(try await temporary.store.history(of: Page.self, account: nil).visits().count == 2)
    try await expectConsistent(temporary)
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["a", "b"])
  }

  @Test("The hook sees each call in order, with its kind, role and position")
  func sees() throws {
    let seen = Locked<[FaultVFS.Operation]>([])
    vfs.setHook { operation in
      seen.withLock { $0.append(operation) }
      return .pass
    }
    let temporary = try TemporaryStore { $0.vfs = vfs.name }
    try temporary.store.save([Page("a")], in: "main")
    let operations = seen.withLock { $0 }
    #expect(operations.map(\.ordinal) == Array(1...operations.count))
    #expect(vfs.operationCount >= operations.count)
    let kinds = Set(operations.map(\.kind))
    let expected: Set<FaultVFS.Operation.Kind> = [
      .open, .delete, .access, .read, .write, .sync, .fileSize, .lock, .unlock, .fileControl,
      .shmMap, .shmLock, .shmUnlock, .shmBarrier,
    ]
    #expect(expected.subtracting(kinds).isEmpty, "\(expected.subtracting(kinds))")
    #expect(Set(operations.map(\.role)).isSuperset(of: [.database, .wal, .journal, .sharedMemory]))
    let frame = operations.last { $0.kind == .write && $0.role == .wal && $0.count == 4096 }
    #expect(frame.map { ($0.offset - 32) % 4120 } == 24)
  }

  @Test("A call fails as configured, once or from then on")
  func fails() throws {
    let temporary = try TemporaryStore { $0.vfs = vfs.name }
    try temporary.store.save([Page("a")], in: "main")
    // The value of SQLITE_IOERR_WRITE.
    let code: Int32 = 778
    vfs.setHook { $0.kind == .write && $0.role == .wal ? .fail(code) : .pass }
    for _ in 0..<2 {
      let error = #expect(throws: NavStore.Error.self) {
        try temporary.store.save([Page("b")], in: "main")
      }
      #expect(error?.reason == .inputOutput)
      #expect(error?.sqliteCode == code)
    }
    vfs.reset()
    try temporary.store.save([Page("c")], in: "main")
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["c"])

    vfs.reset()
    vfs.fail(at: 1, as: .diskFull, sticky: true)
    let full = #expect(throws: NavStore.Error.self) {
      try temporary.store.save([Page("d")], in: "main")
    }
    #expect(full?.code == .diskFull)
  }

  @Test("A short write leaves its first bytes in the file")
  func shortWrite() throws {
    let temporary = try TemporaryStore { $0.vfs = vfs.name }
    _ = try temporary.store.writer.sync { try $0.checkpoint(.truncate, waitMilliseconds: 1_000) }
    vfs.setHook { $0.kind == .write && $0.count == 4096 ? .failShort(bytes: 100, 13) : .pass }
    #expect(throws: NavStore.Error.self) { try temporary.store.save([Page("a")], in: "main") }
    // The WAL has its own header, the header of a frame, and the first 100 bytes of the frame's
    // page.
    #expect(try temporary.bytes()[1].count == 32 + 24 + 100)
  }

  @Test("A recording contains all writes, syncs, truncations, deletions and marks")
  func records() async throws {
    vfs.startRecording()
    let temporary = try TemporaryStore {
      $0.vfs = vfs.name
      $0.durability = .durable
    }
    vfs.mark(1)
    try temporary.store.save([Page("a")], in: "main")
    vfs.mark(2)
    _ = try temporary.store.writer.sync { try $0.checkpoint(.truncate, waitMilliseconds: 1_000) }
    let events = vfs.takeRecording()
    var files: [String: [UInt8]] = [:]
    var counts: [String: Int] = [:]
    for event in events {
      switch event {
      case .open(let path, _, let creates):
        if creates, files[path] == nil { files[path] = [] }
      case .write(let path, let offset, let bytes):
        counts["write", default: 0] += 1
        var file = files[path] ?? []
        let missing = offset + bytes.count - file.count
        if missing > 0 { file += [UInt8](repeating: 0, count: missing) }
        file.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        files[path] = file
      case .truncate(let path, let size):
        counts["truncate", default: 0] += 1
        files[path] = Array((files[path] ?? []).prefix(size))
      case .sync: counts["sync", default: 0] += 1
      case .delete(let path, _):
        counts["delete", default: 0] += 1
        files[path] = nil
      case .move, .syncFolder: break
      case .mark: counts["mark", default: 0] += 1
      }
    }
    #expect(counts["mark"] == 2)
    #expect(Set(counts.keys) == ["write", "truncate", "sync", "delete", "mark"])
    // Applying the recorded events to empty files results in the bytes of the real files.
    let found = try temporary.bytes()
    #expect(files[temporary.url.path] == found[0])
    #expect(files[temporary.url.path + "-wal"] == found[1])
    #expect(vfs.takeRecording().isEmpty)
  }
}
