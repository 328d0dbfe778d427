import Foundation
import TestSupport
import Testing

@testable import NavStore

/// A store, a model of it, and the operations that are performed on both.
struct ModelRun {
  /// The keys of all stacks. There are more stacks than the store keeps in memory, so that stacks
  /// are released and loaded again.
  static let keys = ["one", "two", "three"].flatMap { scene in
    ["", "u"].flatMap { account in
      ["", "tab"].map { ModelKey(scene: scene, account: account, name: $0) }
    }
  }

  let temporary: TemporaryStore
  var model = StackModel()
  private var times: Set<Int64> = []
  var random: SeededRandom

  /// A second store on the file of `temporary`, which simulates another process and uses scene
  /// "three". `nil` if only one process is simulated.
  private var other: NavStore?

  /// Whether the next operations use the second store. Each store saves its changes before the
  /// other one makes changes.
  private var isOtherAtIt = false

  init(random: SeededRandom, processes: Int) throws {
    temporary = try TemporaryStore {
      $0.retention = .unlimited
      $0.idleMilliseconds = 2
    }
    self.random = random
    if processes > 1 { other = try temporary.another() }
  }

  private func isOfOther(_ key: ModelKey) -> Bool { other != nil && key.scene == "three" }

  /// The keys of the stacks that the store in use may change.
  var ownKeys: [ModelKey] { Self.keys.filter { isOfOther($0) == isOtherAtIt } }
  var store: NavStore { isOtherAtIt ? other ?? temporary.store : temporary.store }

  mutating func switchProcess() async throws {
    guard other != nil else { return }
    try await store.flush()
    isOtherAtIt.toggle()
  }

  func session(_ key: ModelKey) throws -> NavStore.Session<AppRoute> {
    try (isOfOther(key) ? other ?? temporary.store : temporary.store).session(
      of: AppRoute.self, in: key.scene, stack: key.name, account: key.account.orSignedOut)
  }

  mutating func routes(_ range: ClosedRange<Int>) -> [AppRoute] {
    (0..<Int.random(in: range, using: &random)).map { _ in
      .make(Int.random(in: 0..<100, using: &random))
    }
  }

  /// Performs a random operation on one of the stacks with `keys`, in the store and in the model.
  /// The default is ``ownKeys``. If `opens` is `true`, the operation may open a visit from the
  /// history.
  mutating func operate(
    _ step: Int, among keys: [ModelKey]? = nil, opens: Bool = true
  ) async throws {
    let keys = keys ?? ownKeys
    let key = keys[Int.random(in: 0..<keys.count, using: &random)]
    let session = try session(key)
    // The clock may be set back, but shows no millisecond twice: among visits with equal dates, a
    // screen that was covered would be listed by its old number.
    var pause = Int.random(in: -3_600_000...7_200_000, using: &random)
    repeat {
      temporary.clock.advance(by: .milliseconds(pause))
      model.now = NavStore.Configuration.milliseconds(by: temporary.configuration.clock)
      pause = 1
    } while !times.insert(model.now).inserted
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
      try await open(in: session, key, "step \(step), seed \(random.seed)")
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

  /// Opens one of the newest 100 visits of the account on the stack of `session`. The visit may
  /// have been made on any stack.
  private mutating func open(
    in session: NavStore.Session<AppRoute>, _ key: ModelKey, _ step: Comment
  ) async throws {
    let recent = model.visitsByDate(key.account).prefix(100)
    guard let place = recent.indices.randomElement(using: &random) else { return }
    let visits = try await store.history(of: AppRoute.self, account: key.account.orSignedOut)
      .visits(limit: place + 1)
    let visit = try #require(visits.last)
    try #require(visits.map(\.route) == recent[...place].map(\.visit.route), step)
    try #require(try session.open(visit.id))
    model.open(recent[place].visit, key)
  }

  private mutating func setTitle(_ key: ModelKey) async throws {
    let route = routes(1...1)[0]
    let words = ["Ćma", "ostrich", "ŻÓŁW", "zebra"]
    let title = Bool.random(using: &random) ? words.randomElement(using: &random) : nil
    guard model.hasSeen(route, account: key.account) else { return }
    try await store.history(of: AppRoute.self, account: key.account.orSignedOut).setTitle(
      title, for: route)
    model.setTitle(title, of: route, account: key.account)
  }

  /// Removes the titles of items without seen visits from the store and the model. When the store
  /// is idle, it deletes unseen visits that no stack uses, together with their items and titles,
  /// which the model doesn't do.
  mutating func dropTitlesOfUnseen() async throws {
    for (account, titles) in model.titles {
      for item in titles.keys where !model.hasSeen(item, account: account) {
        try await store.history(of: AppRoute.self, account: account.orSignedOut).setTitle(
          nil, for: item)
        model.setTitle(nil, of: item, account: account)
      }
    }
  }

  /// Forgets an item, a kind or a range of dates of one account while its stacks are shown. Then
  /// performs operations on these stacks. Expects that a launch restores the same paths as a
  /// restore right before the launch.
  mutating func forget(_ step: Int) async throws {
    let account = ["", "u"].randomElement(using: &random) ?? ""
    let live = try ownKeys.filter { $0.account == account }.map { (key: $0, try session($0)) }
    // Loads the lists before the screens are forgotten, because an entry that is loaded afterwards
    // lacks the forgotten screens.
    for (_, session) in live { _ = session.backForward }
    switch Int.random(in: 0..<4, using: &random) {
    case 0...1:
      let item = StackModel.item(routes(1...1)[0])
      try await store.history(of: AppRoute.self, account: account.orSignedOut).forget(.item(item))
      model.forget(account: account) { $0 == item }
    case 2:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).forget(
        .kind("category"))
      model.forget(account: account) { if case .category = $0 { true } else { false } }
    default:
      let end = model.now - Int64.random(in: 0...200_000_000, using: &random)
      let range = (end - 100_000_000)..<end
      try await store.history(of: AppRoute.self, account: account.orSignedOut).forget(
        .dates(Date(milliseconds: range.lowerBound)..<Date(milliseconds: range.upperBound)))
      model.forget(account: account, times: range)
    }
    // In the model, removes the forgotten screens from the stacks that aren't in `ownKeys`, because
    // the store in use doesn't show them.
    let own = Set(ownKeys)
    model.relaunch { !own.contains($0) }
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
    try await dropTitlesOfUnseen()
    try await compare(step, newest: 100)
  }

  private func restoredPath(_ key: ModelKey) throws -> [AppRoute] {
    try store.restore(
      AppRoute.self, in: NavScene(id: key.scene), stack: key.name, account: key.account.orSignedOut
    ).path
  }

  /// Sets a whole path, or makes a pop and a push with the same result in one turn.
  private mutating func changePath(of session: NavStore.Session<AppRoute>, _ key: ModelKey) throws {
    let old = model.path(key)
    let kept = Int.random(in: 0...old.count, using: &random)
    // Pushes up to two of the popped routes again, so that some turns restore a part of the path.
    let rebuilt = Array(old[kept...].prefix(Int.random(in: 0...2, using: &random)))
    let added = rebuilt + routes(0...3)
    if Bool.random(using: &random) {
      session.set(Array(old[..<kept]) + added)
    } else {
      session.turn { state in
        _ = state.pop(old.count - kept)
        state.push(contentsOf: added)
      }
    }
    model.become(Array(old[..<kept]) + added, key)
  }

  mutating func relaunch() async throws {
    let hadOther = other != nil
    try await other?.flush()
    try await other?.close()
    other = nil
    defer { isOtherAtIt = hadOther && Bool.random(using: &random) }
    if Bool.random(using: &random) {
      try await temporary.relaunch()
    } else {
      try await temporary.store.flush()
      try temporary.reopenAfterKill()
    }
    if hadOther { other = try temporary.another() }
    model.relaunch()
  }
}
