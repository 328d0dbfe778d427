import NavStoreSQLite
import Testing

@testable import NavStore

/// The routes of the first build. One later build removes `middle`, and another one has a newer
/// version of the type.
enum ScreenV1: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")
  case first, middle(Int), last
}

/// The routes of a later build, which can't decode `middle`.
enum ScreenWithoutMiddle: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")
  case first, last, other
}

/// The routes of a later build, in version 2 of the type.
enum ScreenV2: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen", version: 2)
  case first, middle(Int), last
}

/// A route type that no stack of these tests contains.
struct OtherScreen: NavRoute {
  var name: String
}

@Suite("Restores of routes that can't be decoded")
struct SalvageTests {
  private let temporary: TemporaryStore

  /// Pushes each screen in a turn of its own, so that each is an entry of the back/forward list.
  init() throws {
    temporary = try TemporaryStore()
    let session = try temporary.store.session(of: ScreenV1.self, in: "main")
    for screen in [ScreenV1.first, .middle(7), .last] { session.push(screen) }
    try temporary.store.save(session.path, in: "main")
  }

  private func failure(
    _ position: Int, _ reason: FailureCause, tag: String = "Screen", version: Int = 1
  ) -> NavRestorationFailure {
    NavRestorationFailure(position: position, typeName: tag, version: version, cause: reason)
  }

  @Test("The longest decodable prefix is restored, and each failure has its cause")
  func validPrefix() async throws {
    try await temporary.comeToRest()
    let before = try temporary.bytes()
    let restored = try temporary.reopenAfterKill().restore(ScreenWithoutMiddle.self, in: "main")
    #expect(restored.path == [.first])
    #expect(restored.failures == [failure(1, .undecodable), failure(2, .aboveFailure)])
    #expect(restored.savedAt == temporary.clock.now)
    #expect(try temporary.bytes() == before, "The file is unchanged.")
  }

  @Test("A visit is not opened on a substitute for a route that can't be decoded")
  func openedOnSubstitute() throws {
    let session = try temporary.reopenAfterKill().session(
      of: ScreenWithoutMiddle.self, in: "main",
      policy: .init(onUndecodable: .substitute { _ in .first }))
    #expect(session.path == [.first, .first, .last])
    let top = try #require(try temporary.number("SELECT tip FROM stack"))
    #expect(try !session.open(top))
    #expect(session.path == [.first, .first, .last])
  }

  @Test("Routes with an unknown tag are failures, even at the bottom of the stack")
  func unknownType() throws {
    let restored = try temporary.reopenAfterKill().restore(OtherScreen.self, in: "main")
    #expect(restored.path == [])
    #expect(restored.failures == (0...2).map { failure($0, .unknownType) })
  }

  @Test("A newer version's route fails in an older build; an older route is restored")
  func versions() async throws {
    #expect(try temporary.reopenAfterKill().restore(ScreenV2.self, in: "main").path.count == 3)
    try temporary.store.save([ScreenV2.first], in: "later")
    let restored = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "later")
    #expect(restored.path == [])
    #expect(restored.failures == [failure(0, .newerVersion, version: 2)])
  }

  @Test("A route with a changed byte fails as damaged, even if it could be decoded")
  func flippedBit() throws {
    try temporary.rawConnection().run(
      "UPDATE route SET payload = replace(payload, '7', '6') WHERE payload LIKE '%middle%'")
    let restored = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(restored.path == [.first])
    #expect(restored.failures == [failure(1, .damaged), failure(2, .aboveFailure)])
  }

  @Test("A changed tag or version of a route is a failure")
  func changedTagOrVersion() throws {
    try temporary.rawConnection().run("UPDATE route SET version = 0 WHERE payload LIKE '%last%'")
    let restored = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(restored.path == [.first, .middle(7)])
    #expect(restored.failures == [failure(2, .damaged, version: 0)])
    try temporary.rawConnection()
      .run("UPDATE route SET tag = 'Scream' WHERE payload LIKE '%first%'")
    let worse = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(
      worse.failures == [
        failure(0, .unknownType, tag: "Scream"), failure(1, .aboveFailure),
        failure(2, .damaged, version: 0),
      ])
  }

  @Test("A cycle of visits restores the root screen; a broken chain starts after the break")
  func brokenChain() throws {
    let missing = NavRestorationFailure(position: 0, typeName: nil, version: nil, cause: .missing)
    try temporary.rawConnection().run("UPDATE visit SET parent = 3 WHERE id = 2")
    let circle = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(circle.path == [])
    #expect(
      circle.failures == [missing, failure(0, .aboveFailure)],
      "The walk ends when a visit repeats.")
    try temporary.rawConnection().run("DELETE FROM visit WHERE id = 2")
    let restored = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(restored.path == [.last] && restored.failures == [])
    try temporary.rawConnection().run("DELETE FROM visit")
    #expect(
      try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main").failures == [missing])
  }

  @Test(
    "An unreadable list is replaced by the root screen and the current stack",
    arguments: [[], [1], [9, 9], [1, 0x80], [1, 2, 2]] as [[UInt8]])
  func brokenList(_ list: [UInt8]) throws {
    try temporary.rawConnection().run("UPDATE stack SET list = ?", list)
    let session = try temporary.reopenAfterKill().session(of: ScreenV1.self, in: "main")
    #expect(session.path.count == 3)
    #expect(session.backForward.entries.map(\.depth) == [0, 3])
    #expect(session.backForward.index == 1)
    #expect(session.back())
    #expect(session.path == [])
  }

  @Test(
    "A list with an invalid position is replaced by the root screen and the current stack",
    arguments: [-1, 4, 1, .max] as [Int])
  func brokenPosition(_ position: Int) throws {
    try temporary.rawConnection().run("UPDATE stack SET position = ?", position)
    let session = try temporary.reopenAfterKill().session(of: ScreenV1.self, in: "main")
    #expect(session.path.count == 3)
    #expect(session.backForward.index == 1)
  }

  @Test("The first change after a failure branches at the last valid visit and keeps the old top")
  func fork() async throws {
    let session = try temporary.reopenAfterKill().session(of: ScreenWithoutMiddle.self, in: "main")
    #expect(session.backForward.entries.map(\.isReadable) == [true, true, false, false])
    #expect(session.backForward.index == 3)
    #expect(session.canGoBack && !session.canGoForward)
    #expect(!session.go(by: 0) && !session.go(to: 2), "An unreadable entry can't be shown.")
    session.push(.other)
    #expect(session.path == [.first, .other])
    #expect(
      session.backForward.entries.map(\.isReadable) == [true, true, false, false, true])
    #expect(session.back())
    #expect(session.path == [.first])
    #expect(session.backForward.index == 1)
    #expect(session.forward())
    #expect(session.path == [.first, .other])
    try await temporary.store.flush()
    // The first build can decode the older entries of the list, and restores their whole stacks.
    let later = try temporary.reopenAfterKill().session(of: ScreenV1.self, in: "main")
    #expect(later.path == [.first], "This build can't decode `other`.")
    #expect(later.back())
    #expect(later.path == [.first, .middle(7), .last])
    #expect(later.back())
    #expect(later.path == [.first, .middle(7)])
  }

  @Test("A pop as the first change keeps the old stack reachable with Forward")
  func popAfterSalvage() async throws {
    let session = try temporary.reopenAfterKill().session(of: ScreenWithoutMiddle.self, in: "main")
    #expect(session.pop())
    #expect(session.path == [])
    #expect(session.backForward.index == 0)
    try await temporary.store.flush()
    let later = try temporary.reopenAfterKill().session(of: ScreenV1.self, in: "main")
    #expect(later.path == [])
    #expect(later.go(by: 3))
    #expect(later.path == [.first, .middle(7), .last])
  }

  @Test("A replaceTop as the first change adds an entry and keeps the old top")
  func replaceAfterSalvage() async throws {
    let session = try temporary.reopenAfterKill().session(of: ScreenWithoutMiddle.self, in: "main")
    #expect(session.replaceTop(with: .other))
    try await temporary.store.flush()
    #expect(
      session.backForward.entries.map(\.isReadable) == [true, true, false, false, true])
    let later = try temporary.reopenAfterKill().session(of: ScreenV1.self, in: "main")
    #expect(later.path == [])
    #expect(later.back())
    #expect(later.path == [.first, .middle(7), .last])
  }

  @Test("Setting the restored prefix again loses no undecodable route")
  func flushAfterSalvage() async throws {
    let session = try temporary.reopenAfterKill().session(of: ScreenWithoutMiddle.self, in: "main")
    session.set([.first])
    try await temporary.relaunch()
    #expect(try temporary.store.restore(ScreenV1.self, in: "main").path.count == 3)
  }
}
