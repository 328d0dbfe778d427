import Foundation
import Testing

@testable import NavStore

@Suite("When item state is written")
struct ItemStateWritingTests {
  private let temporary: TemporaryStore
  private var store: NavStore { temporary.store }
  private let session: NavStore.Session<Page>

  /// One screen, committed. Idle moments pass unused.
  init() async throws {
    temporary = try TemporaryStore()
    let writer = temporary.store.writer
    try writer.sync { _ in writer.maintenance.isHeld = true }
    session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try await temporary.store.flush()
  }

  private var written: Int64? {
    get throws { try temporary.number("SELECT count(*) FROM item_state") }
  }

  /// Takes all steps that an idle store would.
  private func idle() throws {
    let writer = store.writer
    try writer.sync { connection in
      for _ in 0..<10_000 where writer.idleStep(on: connection) == .more {}
    }
  }

  @Test("Neither a commit of something else nor a query writes it; an idle moment does")
  func idleMoment() async throws {
    try session.setItemState(1, named: "cursor")
    try store.save(["x"] as [Page], in: "other")
    try session.setVisitState(1, named: "scroll")
    try store.writer.sync { try store.writer.commitPending(on: $0, endingTurns: true) }
    _ = try await store.history(of: Page.self, account: nil).items()
    #expect(try written == 0)
    try idle()
    #expect(try written == 1)
    try session.setItemState(2, named: "cursor")
    try session.setItemState(2, named: "zoom")
    try idle()
    #expect(try written == 2)
  }

  @Test(
    "A navigation writes as much with values waiting; they follow in a transaction of their own")
  func navigationIsSmall() throws {
    let writer = store.writer
    func frames(of body: () throws -> Void) throws -> Int {
      try writer.sync { connection in
        let before = connection.walFrames
        try body()
        try writer.commitPending(on: connection, endingTurns: true)
        return connection.walFrames - before
      }
    }
    for name in ["b.txt", "a.txt"] { session.push(Page(name)) }
    _ = try frames {}
    let plain = try frames { session.push("b.txt") }
    try session.setItemState(String(repeating: "x", count: 20_000), named: "text")
    let beside = try frames { session.push("a.txt") }
    #expect(beside == plain && plain <= 3)
    // What follows the commit on the queue is done by now.
    #expect(try written == 1)
  }

  @Test("It is written when its screen is left, and not while it is on top")
  func leaving() throws {
    let writer = store.writer
    func commit() throws {
      try writer.sync { try writer.commitPending(on: $0, endingTurns: true) }
    }
    session.push("b.txt")
    try session.setItemState(1, named: "cursor")
    try commit()
    #expect(try written == 0)
    session.pop()
    try commit()
    #expect(try written == 1)
  }

  @Test("Flushing, suspending and closing write it")
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
    #expect(try session.cursor() == 5, "In memory only")
    #expect(try temporary.another().session(of: Page.self, in: "main").cursor() == 4)
  }

  @Test("A kill before an idle moment leaves the value before")
  func killed() async throws {
    try session.setItemState(1, named: "cursor")
    try await store.flush()
    try session.setItemState(2, named: "cursor")
    try temporary.reopenAfterKill()
    #expect(try store.session(of: Page.self, in: "main").cursor() == 1)
  }

  @Test("By itself it is written soon, also after a suspension")
  func byItself() async throws {
    let other = try TemporaryStore()
    let session = try other.store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try session.setItemState(1, named: "cursor")
    while try other.number("SELECT count(*) FROM item_state") == 0 { await Task.yield() }
    try await other.store.suspend()
    try session.setItemState(2, named: "cursor")
    let looking = try other.rawConnection()
    func value() throws -> String? {
      try looking.first("SELECT CAST(value AS TEXT) FROM item_state") { $0.text(0) }
    }
    while try value() != "2" { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test("A write that fails is heard, kept in memory and made again")
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

  @Test("Of an account that has more than 16 MiB the least recently changed go, when idle")
  func cap() async throws {
    let ada = try store.session(of: Page.self, in: "main", account: "ada")
    ada.push("a.txt")
    try ada.setItemState(1, named: "cursor")
    try session.setItemState("first", named: "kept by setting it anew")
    let text = String(repeating: "x", count: 60_000)
    let count = 300
    for number in 0..<count {
      temporary.clock.advance(by: .seconds(1))
      try session.setItemState(text, named: "\(number)")
    }
    temporary.clock.advance(by: .seconds(1))
    try session.setItemState("last", named: "kept by setting it anew")
    try await store.flush()
    #expect(try written == Int64(count + 2))
    try idle()
    let bytes = try #require(try temporary.number("SELECT sum(length(value)) FROM item_state"))
    #expect(bytes <= 16_777_216 && bytes > 16_777_216 - 65_536)
    let left = try #require(try written)
    let gone = count + 2 - Int(left)
    #expect(try session.itemState(String.self, named: "\(gone - 1)") == nil)
    #expect(try session.itemState(String.self, named: "\(gone)") == text)
    #expect(try session.itemState(String.self, named: "\(count - 1)") == text)
    #expect(try session.itemState(String.self, named: "kept by setting it anew") == "last")
    #expect(try ada.itemState(Int.self, named: "cursor") == 1)
  }

  @Test("Before the device was first unlocked it waits in memory for the file")
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
