import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// The time of a launch that counts toward confirming a restored stack.
extension RestoreGuardTests {
  @Test("Only time with an active window counts toward confirming a restore")
  func inactive() async throws {
    let window = Pane()
    let session = try launch()
    session.writer.note(.active, of: window)
    life.advance(by: .seconds(4))
    session.writer.note(.inactive, of: window)
    life.advance(by: .seconds(3_600))
    try await settle()
    #expect(try count() == 1)
    session.writer.note(.active, of: window)
    life.advance(by: .milliseconds(1_500))
    try await settle()
    #expect(try count() == 0)
  }

  @Test("One active window of two is enough to confirm a restore")
  func otherPane() async throws {
    let (left, right) = (Pane(), Pane())
    let session = try launch()
    session.writer.note(.active, of: left)
    session.writer.note(.inactive, of: right)
    life.advance(by: .milliseconds(5_500))
    try await settle()
    #expect(try count() == 0)
  }

  @Test(
    "Entering the background confirms a restore after at least a second of activity",
    arguments: [(1_200, 0), (800, 1)])
  func background(activeMilliseconds: Int, countThen: Int64) async throws {
    let window = Pane()
    let session = try launch()
    session.writer.note(.inactive, of: window)
    life.advance(by: .seconds(2))
    session.writer.note(.active, of: window)
    life.advance(by: .milliseconds(activeMilliseconds))
    // A permission prompt of the system makes the window inactive.
    session.writer.note(.inactive, of: window)
    try await settle()
    #expect(try count() == 1)
    session.writer.note(.background, of: window)
    try await settle()
    #expect(try count() == countThen)
  }

  @Test("A background launch counts as an attempt only when a window enters the foreground")
  func backgroundLaunch() async throws {
    life.end()
    let window = Pane()
    for _ in 0..<3 {
      let hidden = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
      hidden.writer.note(.background, of: window)
      hidden.willShow()
      life.advance(by: .seconds(60))
      try await settle()
      #expect(try count() == 0)
      try await temporary.store.suspend()
    }
    let session = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    session.writer.note(.background, of: window)
    session.willShow()
    session.writer.note(.inactive, of: window)
    #expect(try count() == 1)
  }

  @Test("Time while the process is stopped doesn't count toward confirming a restore")
  func stopped() async throws {
    _ = try launch()
    life.advance(by: .seconds(2))
    life.stop(for: .seconds(60))
    try await settle()
    #expect(try count() == 1)
    life.advance(by: .seconds(4))
    try await settle()
    #expect(try count() == 0)
  }

  @Test("Time while the main loop hangs doesn't count toward confirming a restore")
  func hanging() async throws {
    _ = try launch()
    life.turn()
    life.turn()
    life.advance(by: .seconds(60), hanging: true)
    try await settle()
    #expect(try count() == 1)
    life.advance(by: .milliseconds(5_500))
    try await settle()
    #expect(try count() == 0)
  }

  @Test("Without an observable main loop, elapsed time alone confirms a restore")
  func noLoop() async throws {
    let temporary = try TemporaryStore { [life] in
      $0.countsUnderDebugger = true
      $0.life = NavStore.AppLife(life, mayLackMainLoop: true)
    }
    try temporary.store.save(["a"] as [Page], in: "main")
    let store = try temporary.reopenAfterKill()
    try store.session(of: Page.self, in: "main").willShow()
    life.advance(by: .milliseconds(600), hanging: true)
    try await store.flush()
    #expect(try temporary.number("SELECT attempts FROM scene") == 1)
    life.advance(by: .seconds(5), hanging: true)
    try await store.flush()
    #expect(try temporary.number("SELECT attempts FROM scene") == 0)
  }

  @Test("A stack that is imported after its scene was confirmed is saved five seconds later")
  func importedLater() async throws {
    _ = try launch()
    life.advance(by: .milliseconds(5_500))
    try await settle()
    let tab = try temporary.store.session(
      of: Page.self, in: "main", stack: "tab", adopting: .custom { ["x"] })
    tab.willShow()
    life.advance(by: .seconds(4))
    try await settle()
    #expect(try temporary.number("SELECT count(*) FROM stack WHERE name = 'tab'") == 0)
    life.advance(by: .milliseconds(1_500))
    try await settle()
    #expect(try temporary.number("SELECT count(*) FROM stack WHERE name = 'tab'") == 1)
  }

  @Test("Scenes that are restored together are confirmed together or skipped together")
  func severalScenes() async throws {
    try temporary.store.save(["x"] as [Page], in: "other")
    for launch in 1...3 {
      let main = try self.launch()
      let other = try temporary.store.session(of: Page.self, in: "other")
      other.willShow()
      #expect([main.trail, other.trail] == (launch < 3 ? ["a/b", "x"] : ["", ""]))
      if launch == 1 {
        life.advance(by: .milliseconds(5_500))
        try await settle()
        #expect(try [count(), count(of: "other")] == [0, 0])
        _ = try self.launch()
        try temporary.store.session(of: Page.self, in: "other").willShow()
      }
    }
  }
}
