import NavStoreSQLite
import Testing

@testable import NavStore

/// The routes of the first build. Later builds change `middle`.
enum ScreenV1: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")
  case first, middle(Int), last
}

/// A build that can't decode `middle`.
enum ScreenWithoutMiddle: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")
  case first, last, other
}

/// A build with a later version of the type.
enum ScreenV2: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen", version: 2)
  case first, middle(Int), last
}

/// An unrelated type.
struct OtherScreen: NavRoute {
  var name: String
}

@Suite("Salvage: what no longer decodes")
struct SalvageTests {
  private let temporary: TemporaryStore

  /// Pushes each screen in a turn of its own, so that each is an entry of the list.
  init() throws {
    temporary = try TemporaryStore()
    let session = try temporary.store.session(of: ScreenV1.self, in: "main")
    for screen in [ScreenV1.first, .middle(7), .last] { session.push(screen) }
    try temporary.store.save(session.path, in: "main")
  }

  private func loss(
    _ position: Int, _ reason: FailureCause, tag: String = "Screen", version: Int = 1
  ) -> NavRestorationFailure {
    NavRestorationFailure(position: position, typeName: tag, version: version, cause: reason)
  }

  @Test("The longest sound prefix comes back, and each loss says why")
  func soundPrefix() async throws {
    try await temporary.comeToRest()
    let before = try temporary.bytes()
    let restored = try temporary.reopenAfterKill().restore(ScreenWithoutMiddle.self, in: "main")
    #expect(restored.path == [.first])
    #expect(restored.failures == [loss(1, .undecodable), loss(2, .aboveFailure)])
    #expect(restored.savedAt == temporary.clock.now)
    #expect(try temporary.bytes() == before, "The file is as it was.")
  }

  @Test("A tag that nobody asked for is a loss, at the bottom too")
  func unknownType() throws {
    let restored = try temporary.reopenAfterKill().restore(OtherScreen.self, in: "main")
    #expect(restored.path == [])
    #expect(restored.failures == (0...2).map { loss($0, .unknownType) })
  }

  @Test("What a later version wrote is a loss to an earlier build, not the other way round")
  func versions() async throws {
    #expect(try temporary.reopenAfterKill().restore(ScreenV2.self, in: "main").path.count == 3)
    try temporary.store.save([ScreenV2.first], in: "later")
    let restored = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "later")
    #expect(restored.path == [])
    #expect(restored.failures == [loss(0, .newerVersion, version: 2)])
  }

  @Test("A flipped bit in the file is a loss, though it would decode")
  func flippedBit() throws {
    try temporary.rawConnection().run(
      "UPDATE route SET payload = replace(payload, '7', '6') WHERE payload LIKE '%middle%'")
    let restored = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(restored.path == [.first])
    #expect(restored.failures == [loss(1, .damaged), loss(2, .aboveFailure)])
  }

  @Test("Changed tags and versions are noticed as damage too")
  func changedTagOrVersion() throws {
    try temporary.rawConnection().run("UPDATE route SET version = 0 WHERE payload LIKE '%last%'")
    let restored = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(restored.path == [.first, .middle(7)])
    #expect(restored.failures == [loss(2, .damaged, version: 0)])
    try temporary.rawConnection()
      .run("UPDATE route SET tag = 'Scream' WHERE payload LIKE '%first%'")
    let worse = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(
      worse.failures == [
        loss(0, .unknownType, tag: "Scream"), loss(1, .aboveFailure), loss(2, .damaged, version: 0),
      ])
  }

  @Test("A chain that goes round in a circle is the root screen; one that breaks off begins there")
  func brokenChain() throws {
    let missing = NavRestorationFailure(position: 0, typeName: nil, version: nil, cause: .missing)
    try temporary.rawConnection().run("UPDATE visit SET parent = 3 WHERE id = 2")
    let circle = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(circle.path == [])
    #expect(
      circle.failures == [missing, loss(0, .aboveFailure)], "The walk ends where it turns up.")
    try temporary.rawConnection().run("DELETE FROM visit WHERE id = 2")
    let restored = try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main")
    #expect(restored.path == [.last] && restored.failures == [])
    try temporary.rawConnection().run("DELETE FROM visit")
    #expect(
      try temporary.reopenAfterKill().restore(ScreenV1.self, in: "main").failures == [missing])
  }

  @Test(
    "A list that cannot be read is one of the stack alone",
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

  @Test("A position outside of the list is not believed", arguments: [-1, 4, 1, .max] as [Int])
  func brokenPosition(_ position: Int) throws {
    try temporary.rawConnection().run("UPDATE stack SET position = ?", position)
    let session = try temporary.reopenAfterKill().session(of: ScreenV1.self, in: "main")
    #expect(session.path.count == 3)
    #expect(session.backForward.index == 1)
  }

  @Test("The first change forks at the last sound visit; the old tip stays, passed over")
  func fork() async throws {
    let session = try temporary.reopenAfterKill().session(of: ScreenWithoutMiddle.self, in: "main")
    #expect(session.backForward.entries.map(\.isReadable) == [true, true, false, false])
    #expect(session.backForward.index == 3)
    #expect(session.canGoBack && !session.canGoForward)
    #expect(!session.go(by: 0) && !session.go(to: 2), "What cannot be read cannot be gone to.")
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
    // A build that can decode everything restores everything.
    let later = try temporary.reopenAfterKill().session(of: ScreenV1.self, in: "main")
    #expect(later.path == [.first], "`other` is what this one cannot read.")
    #expect(later.back())
    #expect(later.path == [.first, .middle(7), .last])
    #expect(later.back())
    #expect(later.path == [.first, .middle(7)])
  }

  @Test("A pop as the first change leaves the old tip one forward away")
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

  @Test("replaceTop as the first change is an entry of its own, the old tip stays")
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

  @Test("Nothing lost by a flush without a change")
  func flushAfterSalvage() async throws {
    let session = try temporary.reopenAfterKill().session(of: ScreenWithoutMiddle.self, in: "main")
    session.set([.first])
    try await temporary.relaunch()
    #expect(try temporary.store.restore(ScreenV1.self, in: "main").path.count == 3)
  }
}
