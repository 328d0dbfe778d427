import Foundation
import Testing

@testable import NavStore

@Suite("Writing of item state")
struct ItemValueWritingTests {
  private let temporary: TemporaryStore
  private var store: NavStore { temporary.store }
  private let session: NavStore.Session<Page>

  /// Makes a session with one committed screen, and prevents idle work of the store.
  init() async throws {
    temporary = try TemporaryStore()
    let writer = temporary.store.writer
    try writer.sync { _ in writer.maintenance.isHeld = true }
    session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try await temporary.store.flush()
  }

  private var written: Int64? {
    get throws { try temporary.number("SELECT count(*) FROM value WHERE kind = 1") }
  }

  @Test("The next commit of any change writes item state")
  func nextCommit() async throws {
    let other = try store.session(of: Page.self, in: "other")
    store.writer.queue.suspend()
    try session.setItemState(1, named: "cursor")
    other.push("x")
    store.writer.queue.resume()
    try store.writer.sync { _ in }
    #expect(try written == 1)
    try session.setItemState(2, named: "cursor")
    try session.setItemState(2, named: "zoom")
    _ = try await store.history(of: Page.self, account: nil).items()
    #expect(try written == 2)
  }

  @Test("Item state is written at most twice a second")
  func often() async throws {
    try session.setItemState(0, named: "cursor")
    try await store.flush()
    let looking = try temporary.rawConnection()
    var values: Set<String> = []
    let start = ContinuousClock.now
    for number in 1...1_000 {
      try session.setItemState(number, named: "cursor")
      // Counts the different values in the file instead of commits, because other commits may
      // occur.
      let value = try looking.first("SELECT value FROM value WHERE kind = 1") { $0.text(0) }
      values.insert(try #require(value))
    }
    // The first value is written at once, and later values at most every half second.
    let most = 2 + Int((ContinuousClock.now - start) / .milliseconds(500))
    #expect(values.count <= most + 1)
    try await store.flush()
    #expect(try session.cursor() == 1_000)
  }

  @Test("Flushing, suspending and closing write item state")
  func atTheEnd() async throws {
    try session.setItemState(1, named: "cursor")
    try await store.flush()
    #expect(try written == 1)
    try session.setItemState(2, named: "cursor")
    try await store.suspend()
    #expect(try temporary.another().session(of: Page.self, in: "main").cursor() == 2)
    try session.setItemState(3, named: "cursor")
    try await store.suspend()
    #expect(try temporary.another().session(of: Page.self, in: "main").cursor() == 3)
    try session.setItemState(4, named: "cursor")
    try await store.close()
    #expect(try temporary.another().session(of: Page.self, in: "main").cursor() == 4)
    try session.setItemState(5, named: "cursor")
    #expect(try session.cursor() == 5, "A closed store keeps the value in memory only.")
    #expect(try temporary.another().session(of: Page.self, in: "main").cursor() == 4)
  }

  @Test("A kill before the next commit keeps the previous value")
  func killed() async throws {
    try session.setItemState(1, named: "cursor")
    try await store.flush()
    store.writer.queue.suspend()
    try session.setItemState(2, named: "cursor")
    let looking = try temporary.rawConnection()
    #expect(try looking.first("SELECT value FROM value") { $0.text(0) } == "1")
    store.writer.queue.resume()
  }

  @Test("Item state is written automatically, also after a suspension")
  func byItself() async throws {
    let other = try TemporaryStore()
    let session = try other.store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try session.setItemState(1, named: "cursor")
    while try other.number("SELECT count(*) FROM value WHERE kind = 1") == 0 { await Task.yield() }
    try await other.store.suspend()
    try session.setItemState(2, named: "cursor")
    let looking = try other.rawConnection()
    func value() throws -> String? {
      try looking.first("SELECT value FROM value") { $0.text(0) }
    }
    while try value() != "2" { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test("A failed write of item state is kept in memory and repeated")
  func failure() async throws {
    let other = try TemporaryStore { $0.busyTimeout = .zero }
    let session = try other.store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try await other.store.flush()
    let lock = try other.rawConnection()
    try lock.run("BEGIN IMMEDIATE")
    try session.setItemState(1, named: "cursor")
    #expect(await code { try await other.store.flush() } == .busy)
    #expect(try session.cursor() == 1)
    try lock.run("ROLLBACK")
    try await other.store.flush()
    try other.reopenAfterKill()
    #expect(try other.store.session(of: Page.self, in: "main").cursor() == 1)
  }

  @Test("The 65th value of an item is an error and replaces no other value")
  func limit() async throws {
    for number in 1...64 { try session.setItemState(number, named: "\(number)") }
    try await store.flush()
    #expect(try written == 64)
    var failures = store.saveFailures.makeAsyncIterator()
    try session.setItemState(65, named: "65")
    try session.setItemState(-1, named: "1")
    session.push("b.txt")
    try session.setItemState(1, named: "65")
    try await store.flush()
    #expect(await failures.next()?.code == .invalidArgument)
    #expect(try written == 65)
    session.pop()
    #expect(try session.itemState(Int.self, named: "65") == nil)
    #expect(try session.itemState(Int.self, named: "1") == -1)
    try session.setItemState(Int?.none, named: "1")
    try await store.flush()
    try session.setItemState(65, named: "65")
    try await store.flush()
    #expect(try session.itemState(Int.self, named: "65") == 65)
  }

  @Test("Before the first unlock, item state waits in memory for the file")
  func firstUnlock() async throws {
    let lockable = try LockableStore()
    try lockable.prepare { try $0.save(["old.txt"] as [Page], in: "kept") }
    let store = lockable.open()
    let session = try store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try session.setItemState(1, named: "cursor")
    #expect(try session.cursor() == 1)
    #expect(await reason { try await store.flush() } == .inputOutput)
    #expect(try session.cursor() == 1)
    lockable.lock.unlock()
    try await store.flush()
    #expect(try session.cursor() == 1)
    let other = try lockable.other().session(of: Page.self, in: "main")
    #expect(try other.cursor() == 1)
  }
}

extension NavStore.Session where R == Page {
  fileprivate func cursor() throws -> Int? { try itemState(Int.self, named: "cursor") }
}
