import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Recently viewed items and the timeline")
struct HistoryTests {
  /// Returns a store with `count` visits to at most `items` pages, and the pages in the order of
  /// the visits. Some pushes are followed by a pop, so that the visits have different stacks.
  private func store(visits count: Int, of items: Int) async throws -> (TemporaryStore, [Page]) {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main", stack: "tab")
    var pushed: [Page] = []
    for number in 0..<count {
      let page = Page("\(number * number % items)")
      session.push(page)
      pushed.append(page)
      if number % 3 == 0 { session.pop() }
    }
    try await temporary.store.flush()
    return (temporary, pushed)
  }

  @Test(
    "Recent items are distinct, newest first, with their counts, however many are counted",
    arguments: [0, 1, 31, 32, 33, 64, 100])
  func recents(_ count: Int) async throws {
    let (temporary, pushed) = try await store(visits: count, of: 23)
    var expected: [Page] = []
    for page in pushed.reversed() where !expected.contains(page) { expected.append(page) }
    for _ in 0..<2 {
      let recents = try await temporary.store.history(of: Page.self, account: nil).items(
        .recent(limit: 100))
      #expect(recents.map(\.route) == expected)
      for recent in recents {
        #expect(recent.visitCount == pushed.filter { $0 == recent.route }.count)
        #expect(recent.lastVisitedAt == temporary.clock.now)
        #expect(recent.kind == "Page")
        #expect(recent.title == nil)
        let stack = try await temporary.store.history(of: Page.self, account: nil).path(
          ofVisit: recent.lastVisit)
        #expect(stack.path.last == recent.route)
      }
      // Counts all visits, so that the second iteration repeats the queries with no visit
      // uncounted.
      try await temporary.comeToRest()
    }
  }

  @Test(
    "Pages of any size give the unpaged order", arguments: [0, 1, 31, 32, 33, 100],
    [1, 2, 7, 32, 100, 101])
  func paging(_ count: Int, _ pageSize: Int) async throws {
    let (temporary, pushed) = try await store(visits: count, of: 40)
    let history = temporary.store.history(of: Page.self, account: nil)
    let recents = try await temporary.store.history(of: Page.self, account: nil).items(
      .recent(limit: 1_000))
    let paged = try await history.allRecents(pageSize: pageSize)
    #expect(paged.map(\.route) == recents.map(\.route))
    #expect(paged.map(\.visitCount) == recents.map(\.visitCount))
    let visits = try await history.allVisits(pageSize: pageSize)
    #expect(visits.map(\.route) == pushed.reversed())
    #expect(Set(visits.map(\.id)).count == count)
  }

  @Test("Counting between two pages of items loses and repeats none")
  func countedBetweenPages() async throws {
    let (temporary, _) = try await store(visits: 20, of: 15)
    let history = temporary.store.history(of: Page.self, account: nil)
    let whole = try await history.items(.recent(limit: 100))
    let first = try await history.items(.recent(limit: 4))
    try await temporary.comeToRest()
    let rest = try await history.items(.recent(limit: 100), after: first.last)
    #expect(first.map(\.route) + rest.map(\.route) == whole.map(\.route))
  }

  @Test("Each visit returns its whole stack")
  func stacks() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    var expected: [[Page]] = []
    for number in 0..<40 {
      if number % 4 == 3 { session.popToRoot() }
      session.push(Page("\(number)"))
      expected.append(session.path)
    }
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits(limit: 100)
    #expect(visits.count == 40)
    for (visit, stack) in zip(visits, expected.reversed()) {
      let restored = try await temporary.store.history(of: Page.self, account: nil).path(of: visit)
      #expect(restored.path == stack)
      #expect(restored.failures.isEmpty)
      #expect(restored.savedAt == visit.visitedAt)
    }
    let none = try await temporary.store.history(of: Page.self, account: nil).path(ofVisit: 1_000)
    #expect(none.path.isEmpty && none.failures.map(\.cause) == [.missing])
  }

  @Test("A covered screen is added to the timeline when it is uncovered, not when it is pushed")
  func coveredThenSeen() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["a", "b", "c"])
    session.push("d")
    let history = temporary.store.history(of: Page.self, account: nil)
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).visits().map(\.route) == [
        "d", "c",
      ])
    temporary.clock.advance(by: .seconds(5))
    session.pop(2)
    session.push("e")
    session.pop(2)
    for pageSize in [1, 2, 100] {
      let visits = try await history.allVisits(pageSize: pageSize)
      #expect(visits.map(\.route) == ["a", "e", "b", "d", "c"])
      // The clock stands still, so each covered screen is dated a millisecond later.
      #expect((0...0.01).contains(visits[0].visitedAt.timeIntervalSince(temporary.clock.now)))
      let recents = try await history.allRecents(pageSize: pageSize)
      #expect(recents.map(\.route) == ["a", "e", "b", "d", "c"])
      #expect(recents.allSatisfy { $0.visitCount == 1 })
    }
    let seen = try await temporary.store.history(of: Page.self, account: nil).visits()[2]
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).path(of: seen).path == [
        "a", "b",
      ])
  }

  @Test("Accounts see their own history only")
  func accounts() async throws {
    let temporary = try TemporaryStore()
    for (number, account) in ["", "u", "", "v", "u"].enumerated() {
      try temporary.store.session(of: Page.self, in: "main", account: account.orSignedOut)
        .push(contentsOf: ["shared", Page("\(number)")].shuffled())
    }
    let all = try await temporary.store.history(of: Page.self, account: nil).visits().count
    #expect(all == 2)
    #expect(try await temporary.store.history(of: Page.self, account: "u").visits().count == 2)
    #expect(try await temporary.store.history(of: Page.self, account: "v").items().count == 1)
    #expect(try await temporary.store.history(of: Page.self, account: "nobody").items().isEmpty)
    #expect(try await temporary.store.history(of: Page.self, account: "nobody").visits().isEmpty)
    try await temporary.comeToRest()
    #expect(
      try await temporary.store.history(of: Page.self, account: "v").items().map(\.visitCount) == [
        1
      ])
  }

  @Test("After a clock jump, visits are ordered by date, and items by the order of their visits")
  func clockJumps() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    let times: [Double] = [1_700_000_000, 0, 1_600_000_000, -86_400_000, 4_000_000_000, 0]
    for (number, time) in times.enumerated() {
      temporary.clock.now = Date(timeIntervalSince1970: time)
      session.push(Page("\(number)"))
    }
    for _ in 0..<2 {
      let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
      #expect(visits.map(\.route) == ["4", "0", "2", "5", "1", "3"])
      #expect(visits.map(\.visitedAt.timeIntervalSince1970) == times.sorted(by: >))
      let recents = try await temporary.store.history(of: Page.self, account: nil).items()
      #expect(recents.map(\.route) == ["5", "4", "3", "2", "1", "0"])
      try await temporary.comeToRest()
      try await temporary.relaunch()
    }
  }
}
