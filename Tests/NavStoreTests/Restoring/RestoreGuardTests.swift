import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The restore guard in one process. Processes that really crash: see `CrashAtLaunchTests`.
@Suite struct RestoreGuardTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore { $0.restoreGuard?.countsUnderDebugger = true }
  }

  private func tries() throws -> Int64? {
    try temporary.number("SELECT attempts FROM scene WHERE key = 'main'")
  }

  @Test("A clock that jumps from one end of time to the other breaks nothing")
  func clockJumps() async throws {
    try temporary.store.save(["a", "b"] as [Page], in: "main")
    let store = try temporary.reopenAfterKill()
    temporary.clock.set(Date(timeIntervalSince1970: -9e15))
    let session = try store.session(Page.self, for: "main")
    session.willShow()
    #expect(try tries() == 1)
    temporary.clock.set(Date(timeIntervalSince1970: 9e15))
    session.push("c")
    try await store.flush()
    #expect(try tries() == 0)
    temporary.clock.set(Date(timeIntervalSince1970: -9e15))
    session.push("d")
    try await store.flush()
    #expect(try store.restore(Page.self, in: "main").stack == ["a", "b", "c", "d"])
  }

  @Test("An app that confirms without having shown anything has confirmed")
  func confirmedUnshown() async throws {
    try temporary.store.save(["a"] as [Page], in: "main")
    try temporary.reopenAfterKill().session(Page.self, for: "main").willShow()
    #expect(try tries() == 1)
    let store = try temporary.reopenAfterKill()
    try await store.session(Page.self, for: "main").confirmRestore()
    #expect(try tries() == 0)
  }

  @Test("A scene that stepped aside is taken up again by the save that comes after")
  func savedOver() async throws {
    try temporary.store.save(["a", "b"] as [Page], in: "main")
    for _ in 0..<2 {
      try temporary.reopenAfterKill().session(Page.self, for: "main").willShow()
    }
    let store = try temporary.reopenAfterKill()
    let aside = try store.restore(Page.self, in: "main")
    #expect(aside.stack.isEmpty)
    #expect(aside.setAsideBecause == .unconfirmed(tries: 2))
    try store.save(["x"] as [Page], in: "main")
    #expect(try tries() == 2, "Nobody has confirmed that yet")
    let next = try await temporary.reopen()
    #expect(try tries() == 0)
    #expect(try next.restore(Page.self, in: "main").stack == ["x"])
  }
}
