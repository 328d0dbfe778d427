import Testing

@testable import NavStore

@Suite("Against a model")
struct ModelTests {
  @Test("Whatever is done, and however often the app is launched, stacks and history agree")
  func randomOperations() async throws {
    var run = try Run(random: .make())
    let count = isSoak ? 200_000 : 3_000
    for step in 0..<count {
      try run.operate(step)
      if Int.random(in: 0..<(count / 30), using: &run.random) == 0 {
        try await run.relaunch()
        try await run.compare(step, newest: 100)
      }
    }
    try await run.compare(count, newest: .max)
    try await run.relaunch()
    try await run.compare(count, newest: .max)
  }

  /// A store, the model of it, and what is done to both.
  private struct Run {
    /// More than the store keeps alive by itself, so that sessions come and go.
    static let keys = ["one", "two", "three"].flatMap { scene in
      ["", "u"].flatMap { account in
        ["", "tab"].map { ModelKey(scene: scene, account: account, name: $0) }
      }
    }

    let temporary: TemporaryStore
    var model = StackModel()
    var random: SeededRandom

    init(random: SeededRandom) throws {
      temporary = try TemporaryStore()
      self.random = random
    }

    func session(_ key: ModelKey) throws -> NavStore.Session<AppRoute> {
      try temporary.store.session(
        AppRoute.self, for: key.scene, stack: key.name, account: key.account)
    }

    mutating func routes(_ range: ClosedRange<Int>) -> [AppRoute] {
      (0..<Int.random(in: range, using: &random)).map { _ in
        .make(Int.random(in: 0..<100, using: &random))
      }
    }

    mutating func operate(_ step: Int) throws {
      let key = Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)]
      let session = try session(key)
      temporary.clock.advance(bySeconds: Double.random(in: -3_600...7_200, using: &random))
      switch Int.random(in: 0..<16, using: &random) {
      case 0...4:
        let routes = routes(1...3)
        session.push(routes)
        model.push(routes, key)
      case 5...6:
        let count = Int.random(in: 0...4, using: &random)
        session.pop(count)
        model.pop(count, key)
      case 7:
        session.popToRoot()
        model.pop(.max, key)
      case 8...9:
        let route = routes(1...1)[0]
        session.replaceTop(with: route)
        model.replaceTop(route, key)
      case 10...12:
        try changePath(of: session, key)
      default:
        let offset = [-1, 1, 0, -2, 2, -7, 7, 60].randomElement(using: &random) ?? 0
        let isDone = session.go(by: offset)
        let isDoneInModel = model.go(by: offset, key)
        try #require(isDone == isDoneInModel, "step \(step), seed \(random.seed)")
      }
      try #require(session.path == model.path(key), "step \(step), seed \(random.seed)")
    }

    /// A whole path, or the calls that come to it in one turn.
    private mutating func changePath(of session: NavStore.Session<AppRoute>, _ key: ModelKey) throws
    {
      let old = model.path(key)
      let kept = Int.random(in: 0...old.count, using: &random)
      // Now and then what was there is built up again.
      let rebuilt = Array(old[kept...].prefix(Int.random(in: 0...2, using: &random)))
      let added = rebuilt + routes(0...3)
      if Bool.random(using: &random) {
        session.update(to: Array(old[..<kept]) + added)
      } else {
        session.turn { state in
          _ = state.pop(old.count - kept)
          state.push(added)
        }
      }
      model.become(Array(old[..<kept]) + added, key)
    }

    mutating func relaunch() async throws {
      if Bool.random(using: &random) {
        try await temporary.reopen()
      } else {
        try await temporary.store.flush()
        try temporary.reopenAfterKill()
      }
    }

    mutating func compare(_ step: Int, newest: Int) async throws {
      let place: Comment = "step \(step), seed \(random.seed)"
      for key in Self.keys {
        let session = try session(key)
        let stack = model.stacks[key] ?? StackModel.Stack()
        let list = session.backForward
        try #require(session.path == model.path(key), place)
        try #require(list.index == stack.index, place)
        try #require(!list.entries.contains { !$0.isReadable }, place)
        // The list as shown, and the whole stacks behind it.
        let stacks = stack.entries.map { StackModel.chain($0).map(\.route) }
        try #require(list.entries.map(\.route) == stacks.map(\.last), place)
        try #require(list.entries.map(\.depth) == stacks.map(\.count), place)
        let behind = session.withState { $0.stack.list.entries.map { $0.chain.map(\.route) } }
        try #require(behind == stacks, place)
      }
      for account in ["", "u"] {
        try await compareTimeline(account, newest: newest, place)
        try await compareRecents(account, newest: newest, place)
      }
    }

    private mutating func compareTimeline(
      _ account: String, newest: Int, _ place: Comment
    ) async throws {
      let history = temporary.store.history
      let expected = model.timeline(account)
      let visits =
        newest == .max
        ? try await history.allVisits(AppRoute.self, pageSize: 997, account: account)
        : Array(try await history.visits(AppRoute.self, limit: newest, account: account))
      try #require(visits.count == min(expected.count, newest), place)
      for (visit, expected) in zip(visits, expected) {
        try #require(visit.route == expected.visit.route, place)
        try #require(visit.scene == expected.key.scene, place)
        try #require(visit.stack == expected.key.name, place)
      }
      for _ in 0..<min(10, visits.count) {
        let index = Int.random(in: 0..<visits.count, using: &random)
        let stack = try await history.stack(of: visits[index].id, as: AppRoute.self)
        let routes = StackModel.chain(expected[index].visit).map(\.route)
        try #require(stack?.stack == routes, place)
      }
    }

    private mutating func compareRecents(
      _ account: String, newest: Int, _ place: Comment
    ) async throws {
      let expected = model.recents(account).prefix(newest)
      let pageSize = Int.random(in: 1...100, using: &random)
      let recents = try await temporary.store.history
        .allRecents(AppRoute.self, pageSize: pageSize, account: account).prefix(newest)
      try #require(recents.map(\.route) == expected.map(\.route), place)
      try #require(recents.map(\.visitCount) == expected.map(\.count), place)
    }
  }
}
