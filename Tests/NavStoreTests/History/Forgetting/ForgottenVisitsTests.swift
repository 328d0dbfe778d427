import NavStoreInspection
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Forgetting visits by date or by item, and the effect on the item's counters and on the visits
/// above the forgotten ones.
@Suite("Forgotten visits")
struct ForgottenVisitsTests {
  let temporary: TemporaryStore
  var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("Forgetting dates uses a half-open range and includes covered screens")
  func dates() async throws {
    let session = try store.session(of: Page.self, in: "main")
    let start = temporary.clock.now
    // Each element has a day, and the pages that one turn pushes on that day. After the third turn,
    // the clock is set back from day 2 to day 1.
    for (day, names) in [
      (0, ["a"]), (1, ["b1", "b2"]), (2, ["c"]), (1, ["d1", "d2"]), (3, ["e"]),
    ] {
      temporary.clock.now = start.addingTimeInterval(Double(day) * 86_400)
      session.push(contentsOf: names.map { Page($0) })
    }
    let day = { (number: Double) in start.addingTimeInterval(number * 86_400) }
    #expect(
      try await store.history(of: Page.self, account: nil).forget(.dates(day(1)..<day(1))) == 0)
    #expect(
      try await store.history(of: Page.self, account: nil).forget(.dates(day(1.1)..<day(2))) == 0)
    let removal = try await store.history(of: Page.self, account: nil).forget(
      .dates(day(1)..<day(2)))
    #expect(removal == 4)
    #expect(session.lasting == "a/c/e")
    try await expectConsistent(temporary)
    for name in ["b1", "b2", "d1", "d2"] { try await temporary.expectForgotten(name) }
    // Forgets all visits from day 2 on. The screens "c" and "e" are still shown, but `lasting`
    // omits forgotten screens.
    #expect(
      try await store.history(of: Page.self, account: nil).forget(
        .dates(day(2)..<Date.distantFuture)) == 2)
    #expect(session.lasting == "a")
    #expect(try await store.history(of: Page.self, account: nil).visits().map(\.route) == ["a"])
    try await expectConsistent(temporary)
  }

  @Test("Forgetting a part of an item's visits updates its count, last visit and frecency")
  func partOfAnItem() async throws {
    let session = try store.session(of: Page.self, in: "main")
    let start = temporary.clock.now
    for number in 0..<300 {
      temporary.clock.advance(by: .seconds(3_600))
      session.push(number % 3 == 0 ? "y" : "x")
    }
    let part = start.addingTimeInterval(100 * 3_600)..<start.addingTimeInterval(250 * 3_600)
    #expect(try await store.history(of: Page.self, account: nil).forget(.dates(part)) == 150)
    try await expectConsistent(temporary)
    let rest = start.addingTimeInterval(20 * 3_600)..<Date.distantFuture
    #expect(try await store.history(of: Page.self, account: nil).forget(.dates(rest)) == 131)
    try await expectConsistent(temporary)
    #expect(
      try await store.history(of: Page.self, account: nil).items().map(\.visitCount) == [7, 12])
  }

  @Test("Forgetting an item includes its covered visits and visits that were uncovered later")
  func unseen() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["x", "a", "x", "b"])
    session.pop(1)
    try await store.flush()
    #expect(try temporary.number("SELECT count(*) FROM visit WHERE time IS NULL") == 2)
    #expect(try await store.history(of: Page.self, account: nil).forget(.item(Page("x"))) == 2)
    #expect(session.trail == "x/a/x" && session.lasting == "a")
    try await expectConsistent(temporary)
    try await temporary.expectForgotten("x")
  }

  @Test("Restores skip chains of forgotten visits, which pruning deletes if nothing is above them")
  func tombstones() async throws {
    try store.writer.sync { _ in store.writer.maintenance.isHeld = true }
    let session = try store.session(of: Page.self, in: "main")
    for name in ["a", "x1", "x2", "x3", "b", "x4", "x5"] { session.push(Page(name)) }
    session.pop(2)
    for name in ["x2", "x1", "x3", "x5", "x4"] {
      try await store.history(of: Page.self, account: nil).forget(.item(Page(name)))
    }
    #expect(session.lasting == "a/b")
    try await expectConsistent(temporary)
    #expect(try temporary.number("SELECT count(*) FROM visit WHERE route IS NULL") == 5)
    // The back/forward list in the file contains forgotten visits until the next change of the
    // stack is saved.
    session.push("c")
    try await store.flush()
    _ = try await store.prune()
    #expect(try temporary.number("SELECT count(*) FROM visit WHERE route IS NULL") == 3)
    #expect(
      try temporary.number("SELECT count(*) FROM visit") == 6, "No visit was above x4 and x5.")
    try await temporary.relaunch()
    #expect(try store.restore(Page.self, in: "main").path == ["a", "b", "c"])
    let visits = try await store.history(of: Page.self, account: nil).visits()
    let stack = try await store.history(of: Page.self, account: nil).path(of: visits[0])
    #expect(stack.path == ["a", "b", "c"])
  }

  @Test("Forgetting an item scans no table, however long the history is")
  func noScans() async throws {
    let session = try store.session(of: Page.self, in: "main")
    for number in 0..<3_000 {
      session.push(Page("\(number % 50)"))
      if number % 3 == 0 { session.popToRoot() }
    }
    try await store.flush()
    // Disables idle work, because it scans tables.
    try store.writer.sync { _ in store.writer.maintenance.isHeld = true }
    let before = try store.writer.fullScanSteps()
    #expect(try await store.history(of: Page.self, account: nil).forget(.item(Page("7"))) == 60)
    let steps = try store.writer.fullScanSteps() - before
    #expect(steps < 1_000, "\(steps) steps")
    try await expectConsistent(temporary)
  }

  @Test("Two forgotten screens that are still shown, one above the other, are both skipped")
  func twice() async throws {
    let live = try store.session(of: Page.self, in: "main")
    for name in ["a", "x"] { live.push(Page(name)) }
    try await store.history(of: Page.self, account: nil).forget(.item(Page("x")))
    live.push("y")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("y")))
    live.push("z")
    #expect(live.trail == "a/x/y/z")
    try await temporary.relaunch()
    #expect(try store.restore(Page.self, in: "main").path == ["a", "z"])
    #expect(
      try await store.history(of: Page.self, account: nil).visits().map(\.route) == ["z", "a"])
    try await expectConsistent(temporary)
  }
}
