import Dispatch
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#endif

@Suite("Suspending, closing and releasing a store")
struct LifecycleTests {
  @Test("Calls after a close throw, and live sessions continue in memory")
  func closed() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.push("b")
    try await store.close()
    #expect(code { try store.save(["a"] as [Page], in: "main") } == .closed)
    #expect(code { _ = try store.restore(Page.self, in: "main") } == .closed)
    #expect(code { _ = try store.session(of: Page.self, in: "new") } == .closed)
    #expect(code { try store.setSceneValue(1, named: "v", in: "main") } == .closed)
    #expect(code { _ = try store.sceneValue(Int.self, named: "v", in: "main") } == .closed)
    #expect(code { _ = try store.scenes() } == .closed)
    #expect(code { try store.closeScene("main") } == .closed)
    #expect(await code { try await store.deleteScene("main") } == .closed)
    #expect(await code { try await store.flush() } == .closed)
    #expect(await code { try await store.suspend() } == .closed)
    #expect(
      await code { _ = try await store.history(of: Page.self, account: nil).items() } == .closed)
    #expect(
      await code { _ = try await store.history(of: Page.self, account: nil).visits() } == .closed)
    session.push("c")
    session.back()
    #expect(session.listed == "· a [b] c")
    let reopened = try NavStore(url: temporary.url)
    #expect(try reopened.restore(Page.self, in: "main").path == ["a", "b"])
  }

  @Test("A second close does nothing, synchronous or asynchronous")
  func closedTwice() async throws {
    for isFirstSynchronous in [true, false] {
      let store = try TemporaryStore().store
      _ = try store.session(of: Page.self, in: "main")
      if isFirstSynchronous { try closeNow(store) } else { try await store.close() }
      try await store.close()
      try closeNow(store)
      #expect(await code { try await store.flush() } == .closed)
    }
  }

  private func closeNow(_ store: NavStore) throws {
    try store.closeNow()
  }

  @Test("A synchronous close saves all changes, also open turns, and empties the WAL")
  func closedNow() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    session.change(endsTurn: false) { $0.push(Page("b")) }
    try closeNow(temporary.store)
    #expect(code { try temporary.store.save(["x"] as [Page], in: "main") } == .closed)

    #expect(try temporary.bytes()[1].isEmpty)
    let relaunched = try NavStore(url: temporary.url)
    #expect(try relaunched.restore(Page.self, in: "main").path == ["a", "b"])
  }

  @Test("An asynchronous close saves all changes, also open turns, and empties the WAL")
  func closeSaves() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    session.change(endsTurn: false) { $0.push(contentsOf: ["b"] as [Page]) }
    try session.setVisitState(9, named: "scroll")
    try await temporary.store.close()
    #expect(try temporary.bytes()[1].isEmpty)
    let again = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    #expect(again.trail == "a/b")
    #expect(try again.visitState(Int.self, named: "scroll") == 9)
  }

  @Test("A suspended store works when it is used again")
  func suspendAndUse() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    try await store.suspend()
    #expect(try temporary.bytes()[1].isEmpty)
    session.push("b")
    #expect(
      try await store.history(of: Page.self, account: nil).items().map(\.route) == ["b", "a"])
    try await store.suspend()
    try await store.suspend()
    #expect(try store.restore(Page.self, in: "main").path == ["a", "b"])
    try await store.suspend()
    session.back()
    try await store.suspend()
    #expect(try temporary.reopenAfterKill().session(of: Page.self, in: "main").listed == "· [a] b")
  }

  @Test("A released store is freed with its last session")
  func dropped() throws {
    let temporary = try TemporaryStore()
    weak var writer: Writer?
    var session: NavStore.Session<Page>?
    do {
      let store = try temporary.another()
      writer = store.writer
      try store.save(["x"] as [Page], in: "other")
      session = try store.session(of: Page.self, in: "main")
    }
    let queue = try #require(writer?.queue)
    queue.sync {}
    #expect(writer != nil)
    session?.push("a")
    session = nil
    queue.sync {}
    #expect(writer == nil)
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["a"])
  }

  @Test("A closed store is freed with its last session, even if the session changed afterwards")
  func closedAndDropped() async throws {
    let temporary = try TemporaryStore()
    weak var writer: Writer?
    weak var core: LiveStack?
    let queue: DispatchQueue
    do {
      let store = try temporary.another()
      queue = store.writer.queue
      let session = try store.session(of: Page.self, in: "main")
      (writer, core) = (store.writer, session.core)
      session.push("a")
      try await store.close()
      session.push("b")
      session.change(endsTurn: false) { $0.push(Page("c")) }
      store.endOpenTurns()
      try store.keepSceneValue(1, named: "v", in: "main")
      #expect(session.trail == "a/b/c")
    }
    #expect(core == nil)
    // Waits until the writer's queue has released the block that closed the store, because the
    // block retains the writer.
    queue.sync {}
    #expect(writer == nil)
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["a"])
  }

  #if os(Linux) && canImport(Glibc)
    @Test("A suspended store holds no lock")
    func noLock() async throws {
      let temporary = try TemporaryStore()
      let probe = LockProbe(temporary.url.path)
      let session = try temporary.store.session(of: Page.self, in: "main")
      session.push("a")
      _ = try await temporary.store.history(of: Page.self, account: nil).items()
      #expect(!probe.lockedFiles().isEmpty, "The test must be able to see locks.")
      try await temporary.store.suspend()
      #expect(probe.lockedFiles() == [])
      #expect(try temporary.store.restore(Page.self, in: "main").path == ["a"])
      #expect(!probe.lockedFiles().isEmpty)
    }
  #endif
}

#if os(Linux) && canImport(Glibc)
  /// Finds the locks that this process has on a database. The probe queries for a lock of an open
  /// file description, because such a lock conflicts with the locks of the process (fcntl(2)).
  private final class LockProbe {
    private let path: String

    /// The opened descriptors. They are closed when the probe is released, because closing any
    /// descriptor of a file drops the process's locks on the file.
    private var descriptors: [Int32] = []

    init(_ path: String) {
      self.path = path
    }

    deinit {
      for descriptor in descriptors { close(descriptor) }
    }

    /// Returns the suffixes of the locked files, among database, WAL and shared memory.
    func lockedFiles() -> [String] {
      ["", "-wal", "-shm"].filter { suffix in
        let descriptor = open(path + suffix, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        descriptors.append(descriptor)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        let getLock: Int32 = 36  // F_OFD_GETLK
        return fcntl(descriptor, getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
      }
    }
  }
#endif
