import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// A standard store whose file cannot be opened between the device's start and its first unlock.
@Suite struct FirstUnlockTests {
  private let lockable: LockableStore

  init() throws { lockable = try LockableStore() }

  @Test("Stacks of a locked store work in memory, and are saved after the unlock")
  func opensLater() async throws {
    let store = lockable.open()
    #expect(store.openReport.waitsForFile && store.openReport.needsAttention)
    #expect(store.openReport.fallbackReason?.reason == .inputOutput)
    #expect(store.openReport.url == nil)
    #expect(
      await reason { try await store.flush() } == .inputOutput,
      "A flush throws even without changes.")

    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.push("b")
    #expect(session.path == ["a", "b"] && session.problem?.reason == .inputOutput)
    let error = await #expect(throws: NavStore.Error.self) { try await store.flush() }
    #expect(error?.reason == .inputOutput && error?.isRetriable == true)
    await #expect(throws: NavStore.Error.self) { try await store.close() }
    #expect(!FileManager.default.fileExists(atPath: lockable.url.path))

    lockable.lock.unlock()
    try await store.flush()
    #expect(session.problem == nil)
    #expect(store.openReport.url == lockable.url)
    #expect(!store.openReport.waitsForFile && store.openReport.fallbackReason == nil)
    // The script `.ci/sqlcipher/check` runs this test with an SQLite library that has encryption.
    #expect(store.openReport.mayDisableEncryption == SQLiteLibrary.bypassesCodec)
    #expect(try lockable.other().restore(Page.self, in: "main").path == ["a", "b"])
    let items = try await store.history(of: Page.self, account: nil).items()
    #expect(items.map(\.route) == ["b", "a"])
    #expect(try store.consistencyFaults() == [])
  }

  @Test("The next use opens the file, even without a notification of the unlock")
  func unannounced() async throws {
    try lockable.prepare { try $0.save(["x"] as [Page], in: "main") }
    let store = lockable.open()
    #expect(reason { _ = try store.scenes() } == .inputOutput)
    lockable.lock.open()
    #expect(try store.restore(Page.self, in: "main").path == ["x"])
    #expect(!store.openReport.waitsForFile)
  }

  @Test("An unchanged stack in memory is replaced by the stack in the file")
  func givesWay() async throws {
    try lockable.prepare { store in
      let session = try store.session(of: Page.self, in: "main")
      session.replaceRoot(with: "home")
      session.push("x")
      session.push("y")
      session.pop()
    }
    let before = try lockable.bytesOfRows()
    let store = lockable.open()
    let session = try store.session(of: Page.self, in: "main")
    let notificationCount = Locked(0)
    let observer = Observer()
    session.observe(observer) { notificationCount.withLock { $0 += 1 } }
    #expect(session.path.isEmpty && session.root == nil)

    lockable.lock.unlock()
    try await store.flush()
    #expect(session.path == ["x"] && session.root == "home")
    #expect(session.restoration.path == ["x"] && session.restoration.savedAt != nil)
    #expect(notificationCount.withLock { $0 } == 1)
    #expect(try store.session(of: Page.self, in: "main") === session)
    #expect(try lockable.bytesOfRows() == before)
    #expect(session.forward() && session.path == ["x", "y"])
    session.push("z")
    try await store.flush()
    #expect(try lockable.other().restore(Page.self, in: "main").path == ["x", "y", "z"])
    #expect(try store.consistencyFaults().filter { $0 != "1 routes of no visit" } == [])
  }

  @Test("A changed stack stays shown, and its path is added to the file's list")
  func keepsChanges() async throws {
    try lockable.prepare { store in
      let session = try store.session(of: Page.self, in: "main")
      session.push("x")
      session.push("y")
    }
    let store = lockable.open()
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.push("b")
    session.pop()
    session.push("c")
    session.push("d")

    lockable.lock.unlock()
    try await store.flush()
    #expect(session.path == ["a", "c", "d"])
    let list = session.backForward
    #expect(list.entries.map(\.route) == [nil, "x", "y", "d"])
    #expect(list.index == 3)
    #expect(try await lockable.seen(in: store) == ["x", "y", "a", "b", "c", "d"])
    let launch = try lockable.other()
    let next = try launch.session(of: Page.self, in: "main")
    #expect(next.path == ["a", "c", "d"])
    #expect(next.go(by: -1) && next.path == ["x", "y"])
    #expect(try store.consistencyFaults() == [])
  }

  @Test("A stack that another process saved is restored, unless it was changed here")
  func newerInFile() async throws {
    try lockable.prepare { store in
      try store.save(["old"] as [Page], in: "main")
      try store.save(["old"] as [Page], in: "second")
    }
    let store = lockable.open()
    let first = try store.session(of: Page.self, in: "main")
    let second = try store.session(of: Page.self, in: "second")
    second.push("mine")
    let extension_ = try lockable.other()
    try extension_.save(["old", "new"] as [Page], in: "main")
    try extension_.save(["old", "new"] as [Page], in: "second")

    lockable.lock.unlock()
    try await store.flush()
    #expect(first.path == ["old", "new"])
    #expect(second.path == ["mine"])
    #expect(second.backForward.entries.map(\.route) == [nil, "old", "new", "mine"])
    let seen = try await lockable.seen(in: store)
    #expect(seen == ["old", "old", "mine", "new", "new"])
    #expect(try store.consistencyFaults() == [])
  }

  @Test("Values and titles set in memory are saved later, and don't replace the file's stacks")
  func values() async throws {
    try lockable.prepare { store in
      try store.save(["x"] as [Page], in: "main")
      try store.setSceneValue("old", named: "tab", in: "main")
      try store.setSceneValue("kept", named: "columns", in: "main")
    }
    let store = lockable.open()
    let session = try store.session(of: Page.self, in: "main")
    try session.setVisitState("half-way", named: "scroll", of: nil, atDepth: 0)
    try store.keepSceneValue("new", named: "tab", in: "main")
    try store.keepSceneValue(7, named: "zoom", in: "main")
    let other = try store.session(of: Page.self, in: "second", account: "ada")
    other.push("a")
    other.setTitle("The first", for: "a")
    try other.setVisitState("draft", named: "text")
    #expect(try store.sceneValue(String.self, named: "tab", in: "main") == "new")

    lockable.lock.unlock()
    try await store.flush()
    for store in [store, try lockable.other()] {
      #expect(try store.restore(Page.self, in: "main").path == ["x"])
      #expect(try store.sceneValue(String.self, named: "tab", in: "main") == "new")
      #expect(try store.sceneValue(String.self, named: "columns", in: "main") == "kept")
      #expect(try store.sceneValue(Int.self, named: "zoom", in: "main") == 7)
      let main = try store.session(of: Page.self, in: "main")
      let scroll = try main.visitState(String.self, named: "scroll", of: nil, atDepth: 0)
      #expect(scroll == "half-way")
      let second = try store.session(of: Page.self, in: "second", account: "ada")
      #expect(second.path == ["a"])
      #expect(try second.visitState(String.self, named: "text") == "draft")
      let items = try await store.history(of: Page.self, account: "ada").items()
      #expect(items.map(\.title) == ["The first"])
    }
  }

  @Test("Calls that read or change the file throw while it is locked, and change nothing")
  func refusals() async throws {
    try lockable.prepare { try $0.save(["x", "y"] as [Page], in: "main") }
    let store = lockable.open()
    let refused = [
      await lockable.reason { try store.save(["x"] as [Page], in: "second") },
      await lockable.reason { _ = try store.restore(Page.self, in: "main") },
      await lockable.reason { _ = try store.openScenes() },
      await lockable.reason {
        _ = try await store.history(of: Page.self, account: nil).items()
      },
      await lockable.reason {
        _ = try await store.history(of: Page.self, account: nil).forget(.all)
      },
      await lockable.reason { _ = try await store.eraseSignedOut() },
      await lockable.reason { _ = try await store.eraseAccount("ada") },
      await lockable.reason {
        _ = try await store.history(of: Page.self, account: nil).removeRoutes { _ in true }
      },
      await lockable.reason {
        _ = try await store.history(of: Page.self, account: nil).replaceRoutes { _ in "z" }
      },
      await lockable.reason { _ = try await store.deleteScene("main") },
      await lockable.reason {
        _ = try await store.history(of: Page.self, account: nil).setTitle("Title", for: "x" as Page)
      },
      await lockable.reason { _ = try store.closeScene("second") },
    ]
    #expect(refused.allSatisfy { $0 == .inputOutput }, "\(refused)")
    let finishing = await lockable.reason { _ = try await store.finishErasing() }
    #expect(finishing == .eraseUnfinished)
    lockable.lock.unlock()
    try await store.flush()
    #expect(try store.restore(Page.self, in: "main").path == ["x", "y"])
    #expect(try store.restore(Page.self, in: "second").path == [])
    #expect(try await lockable.seen(in: store) == ["y"])
    _ = try await store.history(of: Page.self, account: nil).erase(.all)
    #expect(try await lockable.seen(in: store) == [])
  }

  @Test("A suspension before the unlock throws if there are changes, and later releases the file")
  func suspending() async throws {
    let store = lockable.open()
    try await store.suspend()
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    #expect(await reason { try await store.suspend() } == .inputOutput)
    #expect(session.path == ["a"])
    lockable.lock.unlock()
    try await store.suspend()
    #expect(try lockable.other().restore(Page.self, in: "main").path == ["a"])
    try store.save(["a", "b"] as [Page], in: "main")
    #expect(session.backForward.entries.count == 3)
    try await store.close()
    #expect(try lockable.other().restore(Page.self, in: "main").path == ["a", "b"])
  }

  @Test("A stack that crashed the app before is also skipped when the file is unlocked")
  func restoreGuard() async throws {
    try lockable.prepare { try $0.save(["x"] as [Page], in: "main") }
    for _ in 0..<2 {
      let launch = try lockable.other(life: .frozen)
      try launch.session(of: Page.self, in: "main").willShow()
    }
    let store = lockable.open(life: .frozen)
    let session = try store.session(of: Page.self, in: "main")
    session.willShow()
    lockable.lock.unlock()
    try await store.flush()
    #expect(session.path.isEmpty)
    #expect(session.restoration.skippedReason == .crashedRepeatedly)
    #expect(session.forward() && session.path == ["x"])
  }

  @Test("After the unlock, legacy state is imported unless the file has a saved stack")
  func adoption() async throws {
    let old = NavLegacyState<Page>.custom { ["from-before"] }
    for isSaved in [true, false] {
      let lockable = try LockableStore()
      if isSaved { try lockable.prepare { try $0.save(["x"] as [Page], in: "main") } }
      let store = lockable.open()
      let session = try store.session(of: Page.self, in: "main", adopting: old)
      session.willShow()
      #expect(session.path == [])
      lockable.lock.unlock()
      try await store.flush()
      #expect(session.path == (isSaved ? ["x"] : ["from-before"]))
    }
  }
}

/// An object that observes a session.
private final class Observer {}
