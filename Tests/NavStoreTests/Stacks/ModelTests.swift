import Foundation
import TestSupport
import Testing

@testable import NavStore

@Suite("Against a model")
struct ModelTests {
  @Test("Whatever is done, and however often the app is launched, stacks and history agree")
  func randomOperations() async throws {
    var run = try Run(random: .make())
    let count = isSoak ? 1_000_000 : 3_000
    for step in 0..<count {
      try await run.operate(step)
      switch Int.random(in: 0..<(count / 30), using: &run.random) {
      case 0:
        try await run.relaunch()
        try await run.compare(step, newest: 100)
      case 1: try await run.forget(step)
      default: break
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
      temporary = try TemporaryStore { $0.retention = .unlimited }
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

    /// Does one thing to one of the stacks. With `opens`, also a visit out of the history.
    mutating func operate(
      _ step: Int, among keys: [ModelKey] = keys, opens: Bool = true
    ) async throws {
      let key = keys[Int.random(in: 0..<keys.count, using: &random)]
      let session = try session(key)
      temporary.clock.advance(by: .seconds(Double(Int.random(in: -3_600...7_200, using: &random))))
      model.now = NavStore.Configuration.milliseconds(by: temporary.configuration.clock)
      switch Int.random(in: 0..<18, using: &random) {
      case 0...4:
        let routes = routes(1...3)
        session.push(contentsOf: routes)
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
      case 13 where opens:
        try await open(in: session, key)
      case 14:
        try await setTitle(key)
      default:
        let offset = [-1, 1, 0, -2, 2, -7, 7, 60].randomElement(using: &random) ?? 0
        let isDone = session.go(by: offset)
        let isDoneInModel = model.go(by: offset, key)
        try #require(isDone == isDoneInModel, "step \(step), seed \(random.seed)")
      }
      try #require(session.path == model.path(key), "step \(step), seed \(random.seed)")
    }

    /// One of the last visits of the account, in whatever stack it was.
    private mutating func open(
      in session: NavStore.Session<AppRoute>, _ key: ModelKey
    ) async throws {
      let recent = model.seen.suffix(100).reversed().filter { $0.key.account == key.account }
      guard let place = recent.indices.randomElement(using: &random) else { return }
      let visits = try await temporary.store.history.visits(
        AppRoute.self, limit: place + 1, account: key.account)
      let visit = try #require(visits.last)
      try #require(visits.count == place + 1 && visit.route == recent[place].visit.route)
      try #require(try session.open(visit))
      model.open(recent[place].visit, key)
    }

    private mutating func setTitle(_ key: ModelKey) async throws {
      let route = routes(1...1)[0]
      let words = ["Ćma", "ostrich", "ŻÓŁW", "zebra"]
      let title = Bool.random(using: &random) ? words.randomElement(using: &random) : nil
      try await temporary.store.setTitle(title, for: route, account: key.account)
      model.setTitle(title, of: route, account: key.account)
    }

    /// An item, a kind, or some days, while all of it is on screen; what the user does then, and a
    /// launch, which finds what a restore before it said.
    mutating func forget(_ step: Int) async throws {
      let account = ["", "u"].randomElement(using: &random) ?? ""
      let history = temporary.store.history
      let live = try Self.keys.filter { $0.account == account }.map { (key: $0, try session($0)) }
      // Entries that are read only afterwards come without ghosts.
      for (_, session) in live { _ = session.backForward }
      switch Int.random(in: 0..<4, using: &random) {
      case 0...1:
        let item = StackModel.item(routes(1...1)[0])
        try await history.forget(.item(item, account: account))
        model.forget(account: account) { $0 == item }
      case 2:
        try await history.forget(.kind("category", account: account))
        model.forget(account: account) { if case .category = $0 { true } else { false } }
      default:
        let end = model.now - Int64.random(in: 0...200_000_000, using: &random)
        let range = (end - 100_000_000)..<end
        try await history.forget(
          .dates(
            Date(milliseconds: range.lowerBound)..<Date(milliseconds: range.upperBound),
            account: account))
        model.forget(account: account, times: range)
      }
      for (key, session) in live {
        try #require(
          session.path == model.path(key),
          "forgotten at \(step), seed \(random.seed)")
      }
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        try await operate(step, among: live.map(\.key), opens: false)
      }
      let restored = try live.map { ($0.key, try restoredPath($0.key)) }
      try await relaunch()
      for (key, path) in restored {
        try #require(try session(key).path == path, "step \(step), seed \(random.seed)")
      }
      try await compare(step, newest: 100)
    }

    private func restoredPath(_ key: ModelKey) throws -> [AppRoute] {
      try temporary.store.restore(
        AppRoute.self, in: key.scene, stack: key.name, account: key.account
      ).stack
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
          state.push(contentsOf: added)
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
      model.relaunch()
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
        let behind = session.withState { state in
          state.stack.list.entries.map { entry in
            entry.chain.compactMap { $0.route?.unboxed(as: AppRoute.self) }
          }
        }
        try #require(behind == stacks, place)
      }
      for account in ["", "u"] {
        try await compareTimeline(account, newest: newest, place)
        try await compareRecents(account, newest: newest, place)
        try await compareRanks(account, place)
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

    private mutating func compareRanks(_ account: String, _ place: Comment) async throws {
      let history = temporary.store.history
      let counts = model.counts(account)
      let most = try await history.mostVisited(AppRoute.self, limit: 1_000, account: account)
      try #require(most.count == counts.count, place)
      try #require(most.allSatisfy { counts[StackModel.item($0.route)] == $0.visitCount }, place)
      try #require(zip(most, most.dropFirst()).allSatisfy { $0.visitCount >= $1.visitCount }, place)

      let scores = model.scores(account, at: model.now, halfLife: 30 * 86_400_000)
      let relevant = try await history.relevant(AppRoute.self, limit: 1_000, account: account)
      try #require(relevant.count == scores.count, place)
      for (item, next) in zip(relevant, relevant.dropFirst() + relevant.suffix(1)) {
        let score = try #require(scores[StackModel.item(item.route)], place)
        try #require(abs(item.relevance - score) <= 1e-9 * score, place)
        try #require(item.relevance >= next.relevance * (1 - 1e-9), place)
      }

      let titles = model.titles[account] ?? [:]
      for (word, title) in [("cm", "Ćma"), ("zolw", "ŻÓŁW"), ("EB", "zebra")] {
        let expected = titles.filter { counts[$0.key] != nil }.filter {
          $1 == title
        }
        let found = try await history.search(
          word, as: AppRoute.self, limit: 1_000, account: account)
        try #require(Set(found.map { StackModel.item($0.route) }) == Set(expected.keys), place)
        try #require(found.count == expected.count, place)
      }
    }
  }
}
