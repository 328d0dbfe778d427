import TestSupport
import Testing

@testable import NavStore

/// Two stores on one file, which share no sessions and so behave as two processes.
@Suite("Two processes on one file")
struct ConflictTests {
  @Test("Commits of two processes to one stack lose no visit, and the list contains both")
  func sameStack() async throws {
    let temporary = try TemporaryStore()
    let (one, two) = (temporary.store, try temporary.another())
    let mine = try one.session(of: Page.self, in: "main")
    let theirs = try two.session(of: Page.self, in: "main")
    mine.push("a")
    try await one.flush()
    theirs.push("b")
    try await two.flush()
    #expect(theirs.trail == "b")
    #expect(theirs.listed == "· a [b]")
    mine.push("c")
    try await one.flush()
    #expect(mine.trail == "a/c")
    #expect(mine.listed == "· a b [c]")
    theirs.push("d")
    try await two.flush()
    #expect(theirs.listed == "· a b c [d]")
    for store in [one, two] {
      #expect(
        try await store.history(of: Page.self, account: nil).visits().map(\.route) == [
          "d", "c", "b", "a",
        ])
    }
    let third = try temporary.another().session(of: Page.self, in: "main")
    #expect(third.trail == "b/d")
    #expect(third.back())
    #expect(third.trail == "a/c")
    #expect(third.back())
    #expect(third.trail == "b")
  }

  @Test("Two processes can create the same stack")
  func bothMakeIt() throws {
    let temporary = try TemporaryStore()
    let two = try temporary.another()
    _ = try two.session(of: Page.self, in: "main", account: "u")
    try temporary.store.save(["a"] as [Page], in: "main", account: "u")
    try two.save(["b"] as [Page], in: "main", account: "u")
    let session = try temporary.another().session(of: Page.self, in: "main", account: "u")
    #expect(session.listed == "· a [b]")
    #expect(try temporary.store.scenes().count == 1)
  }

  @Test("Entries of another process can be shown, even if a visit is in the list twice")
  func adoptedTwice() async throws {
    let temporary = try TemporaryStore()
    let (two, three) = (try temporary.another(), try temporary.another())
    let late = try three.session(of: Page.self, in: "main")
    let first = try temporary.store.session(of: Page.self, in: "main")
    first.push("a")
    first.push("x")
    try await temporary.store.flush()
    let second = try two.session(of: Page.self, in: "main")
    second.push("b")
    try await two.flush()
    // The first session still has `x` on top, because it doesn't show the push of the second
    // process. After the pop, `a` is the newest entry of the list.
    first.pop()
    try await temporary.store.flush()
    #expect(first.listed == "· a x b [a]")
    late.push("c")
    try await three.flush()
    #expect(late.listed == "· a x b a [c]")
    #expect(late.back())
    #expect(late.trail == "a")
    #expect(late.backForward.index == 4)
    #expect(late.go(by: -3))
    #expect(late.trail == "a")
    #expect(late.backForward.index == 1)
  }

  @Test("The visits of each process keep their order")
  func interleaved() async throws {
    let temporary = try TemporaryStore()
    let two = try temporary.another()
    let mine = try temporary.store.session(of: Page.self, in: "main")
    let theirs = try two.session(of: Page.self, in: "main")
    for round in 0..<20 {
      mine.push(Page("m\(round)"))
      theirs.push(Page("t\(round)"))
    }
    try await temporary.store.flush()
    try await two.flush()
    #expect(mine.depth == 20)
    #expect(theirs.depth == 20)
    let visits = try await two.history(of: Page.self, account: nil).visits(limit: 100).map(
      \.route.name)
    #expect(Set(visits).count == 40)
    for prefix in ["m", "t"] {
      let own = visits.filter { $0.hasPrefix(prefix) }
      #expect(own == (0..<20).reversed().map { "\(prefix)\($0)" })
    }
  }

  @Test("Concurrent changes of several scenes through two stores lose nothing")
  func manyThreads() async throws {
    let temporary = try TemporaryStore { $0.busyTimeout = .milliseconds(60_000) }
    let stores = [temporary.store, try temporary.another()]
    let count = isSoak ? 2_000 : 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        let store = stores[worker % 2]
        group.addTask {
          let session = try store.session(of: Page.self, in: "scene \(worker)")
          for number in 0..<count {
            session.push(Page("\(worker).\(number)"))
            if number % 10 == 0 { session.pop() }
            if number % 20 == 0 { try await store.flush() }
            if number % 30 == 0 { try store.setSceneValue(number, named: "n", in: session.scene) }
          }
        }
      }
      try await group.waitForAll()
    }
    for store in stores { try await store.flush() }
    let fresh = try temporary.another()
    let visits = try await fresh.history(of: Page.self, account: nil).allVisits(pageSize: 100)
    #expect(visits.count == 8 * count)
    for worker in 0..<8 {
      let restored = try fresh.restore(Page.self, in: NavScene(id: "scene \(worker)")).path
      #expect(restored == (0..<count).filter { $0 % 10 != 0 }.map { Page("\(worker).\($0)") })
      let own = visits.filter { $0.scene?.id == "scene \(worker)" }.map(\.route)
      #expect(own == (0..<count).reversed().map { Page("\(worker).\($0)") })
    }
    #expect(
      try await fresh.history(of: Page.self, account: nil).allRecents(pageSize: 64).count == 8
        * count)
  }

  @Test("Concurrent pushes on one session are all saved")
  func oneSessionManyThreads() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    let count = isSoak ? 1_000 : 50
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for number in 0..<count { session.push(Page("\(worker).\(number)")) }
        }
      }
    }
    #expect(session.depth == 8 * count)
    let path = session.path
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Page.self, in: "main").path == path)
    let visits = try await temporary.store.history(of: Page.self, account: nil).allVisits(
      pageSize: 1_000)
    #expect(visits.map(\.route) == path.reversed())
  }
}
