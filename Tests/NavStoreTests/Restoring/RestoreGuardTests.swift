import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The crash guard in one process, for which the test advances the clock, the main loop and the
/// timers. See `CrashAtLaunchTests` for processes that really crash, and `LivesTests` for processes
/// that really run.
@Suite struct RestoreGuardTests {
  let life = ManualLife()
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore { [life] in
      $0.countsUnderDebugger = true
      $0.life = NavStore.AppLife(life)
      $0.busyTimeout = .milliseconds(50)
    }
    try temporary.store.save(["a", "b"] as [Page], in: "main")
  }

  func count(of scene: String = "main") throws -> Int64? {
    try temporary.rawConnection().first("SELECT attempts FROM scene WHERE key = ?", scene) {
      $0.int(0)
    }
  }

  /// Simulates a kill and the next launch, which shows the stack of the scene "main".
  func launch() throws -> NavStore.Session<Page> {
    life.end()
    let session = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    session.willShow()
    return session
  }

  /// Waits until the writer has committed all pending changes.
  func settle() async throws {
    try await temporary.store.flush()
  }

  @Test("A launch counts as an attempt from its first screen until it has run for five seconds")
  func counts() async throws {
    let session = try launch()
    #expect(try count() == 1)
    life.advance(by: .milliseconds(4_500))
    try await settle()
    #expect(try count() == 1)
    life.advance(by: .milliseconds(1_000))
    try await settle()
    #expect(try count() == 0)
    #expect(session.trail == "a/b")
    life.advance(by: .seconds(60))
    session.willShow()
    #expect(try count() == 0, "An attempt is counted once per process.")
  }

  @Test("A normal exit confirms the restore")
  func normalExit() async throws {
    _ = try launch()
    #expect(try count() == 1)
    temporary.store.writer.exit(within: 10_000)
    #expect(try count() == 0)
  }

  /// The end of a launch: a crash at launch, an exit after four seconds, or an exit after more than
  /// five seconds.
  enum Life: CustomTestStringConvertible {
    case crash, short, whole

    var testDescription: String { "\(self)" }
  }

  @Test(
    "Two launches in a row that ended within five seconds lead to the root screen",
    arguments: [
      ([.crash, .crash], true), ([.short, .short], true), ([.crash, .short], true),
      ([.crash], false), ([.short], false), ([.crash, .whole, .crash], false),
      ([.short, .whole, .short], false), ([.whole, .whole, .whole, .whole], false),
    ] as [([Life], Bool)])
  func inARow(_ lives: [Life], leadsToTheRoot: Bool) async throws {
    for (number, kind) in lives.enumerated() {
      let session = try launch()
      #expect(session.trail == "a/b", "at launch \(number + 1)")
      switch kind {
      case .crash: break
      case .short: life.advance(by: .seconds(4))
      case .whole: life.advance(by: .milliseconds(5_500))
      }
      try await settle()
    }
    let last = try launch()
    #expect(last.trail == (leadsToTheRoot ? "" : "a/b"))
    #expect((last.restoration.skippedReason == .crashedRepeatedly) == leadsToTheRoot)
  }

  @Test("Jumps of the clock don't confirm a restore")
  func clockJumps() async throws {
    temporary.clock.now = Date(timeIntervalSince1970: -9e15)
    let session = try launch()
    temporary.clock.now = Date(timeIntervalSince1970: 9e15)
    session.push("c")
    try await settle()
    #expect(try count() == 1)
    life.advance(by: .seconds(6))
    temporary.clock.now = Date(timeIntervalSince1970: -9e15)
    try await settle()
    #expect(try count() == 0)
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["a", "b", "c"])
  }

  // MARK: Writing

  @Test(
    "A confirmation that could not be written is written at the next phase, save or end",
    arguments: ["phase", "save", "suspend", "close", "terminate"])
  func locked(nextComes next: String) async throws {
    let window = Pane()
    let session = try launch()
    session.writer.note(.active, of: window)
    life.advance(by: .seconds(1))
    try await settle()
    let other = try temporary.rawConnection()
    try other.run("BEGIN IMMEDIATE")
    life.advance(by: .milliseconds(4_500))
    // Waits until the writer has tried to write the confirmation, which fails because of the lock.
    temporary.store.writer.queue.sync {}
    life.end()
    try other.run("ROLLBACK")
    #expect(try count() == 1)
    switch next {
    case "phase": session.writer.note(.inactive, of: window)
    case "save": session.push("c")
    case "suspend": try await temporary.store.suspend()
    case "close": try await temporary.store.close()
    default: session.writer.endInOrder()
    }
    if next == "phase" || next == "save" { try await settle() }
    #expect(try count() == 0)
  }

  @Test(
    "A normal end confirms the restore immediately, suspended or not", arguments: [true, false])
  func terminating(isSuspended: Bool) async throws {
    let session = try launch()
    session.push("c")
    if isSuspended { try await temporary.store.suspend() }
    session.writer.endInOrder()
    #expect(try count() == 0)
    #expect(try launch().trail == "a/b/c")
  }

  @Test("A save after a skipped restore is restored by the next launch")
  func savedOver() async throws {
    for _ in 0..<2 { _ = try launch() }
    life.end()
    let store = try temporary.reopenAfterKill()
    let skipped = try store.restore(Page.self, in: "main")
    #expect(skipped.path.isEmpty)
    #expect(skipped.skippedReason == .crashedRepeatedly)
    try store.save(["x"] as [Page], in: "main")
    life.advance(by: .seconds(60))
    try await settle()
    #expect(try count() == 2, "The saved stack is not shown, so nothing confirms it.")
    let next = try await temporary.relaunch()
    #expect(try count() == 0)
    #expect(try next.restore(Page.self, in: "main").path == ["x"])
  }

  @Test("A change at the root screen after a skip confirms the restore five seconds later")
  func goneOn() async throws {
    for _ in 0..<2 { _ = try launch() }
    let session = try launch()
    life.advance(by: .seconds(60))
    try await settle()
    #expect(try count() == 2)
    session.push("c")
    try await settle()
    life.advance(by: .seconds(4))
    try await settle()
    #expect(try count() == 2)
    life.advance(by: .milliseconds(1_500))
    try await settle()
    #expect(try count() == 0)
    #expect(try launch().trail == "c")
  }
}

/// An object that stands for a window in calls of `note(_:of:)`.
final class Pane {}
