import Foundation
import TestSupport
import Testing

@testable import NavStore

@Suite("Large removals, in batches")
struct RemovalSweepTests {
  /// A batch size so small that a removal takes many batches.
  static let stepSize = isSoak ? 1 : 40

  @Test(
    "The launch after a kill between two batches finishes the removal and nothing more",
    arguments: LargeRemoval.allCases)
  func killed(_ removal: LargeRemoval) async throws {
    let world = try await LargeWorld()
    try await removal.record(in: world.temporary.store)
    removal.apply(to: &world.model)
    world.model.relaunch()
    var steps = 0
    repeat {
      let store = try world.killed(steps)
      try finish(store, world.model, "after \(steps) steps")
      try restored(store, world.model, "after \(steps) steps")
      try await history(store, world.model, "after \(steps) steps")
      try await store.close()
      steps += 1
    } while try world.sweepStep(of: Self.stepSize)
    #expect(steps > 3)
    try finish(world.temporary.store, world.model, "in one process")
    try await history(world.temporary.store, world.model, "in one process")
  }

  /// The code that runs the batches of a removal: the call that removes, or the idle work of the
  /// store.
  enum Sweeper: CaseIterable {
    case call, idleStore

    /// The call that removes, in a store whose idle work is enabled and due.
    case callOfIdleStore
  }

  @Test(
    "Between two batches, other processes can use the file for as long as the first batch took",
    arguments: Sweeper.allCases)
  func pauses(_ sweeper: Sweeper) async throws {
    let steps = Locked<[Range<ContinuousClock.Instant>]>([])
    let temporary = try TemporaryStore {
      $0.idleMilliseconds = sweeper == .call ? 3_600_000 : 1
      $0.didStep = { step in steps.withLock { $0.append(step) } }
    }
    let store = temporary.store
    store.holdIdleMoments()
    let session = try store.session(of: AppRoute.self, in: "main", account: LargeRemoval.account)
    for number in 0..<600 { session.push(.category("c\(number)")) }
    try await store.flush()
    if sweeper == .idleStore {
      try await LargeRemoval.kind.record(in: store)
      steps.withLock { $0 = [] }
    }
    if sweeper != .call {
      store.writer.queue.sync {
        store.writer.maintenance.isHeld = false
        store.writer.scheduleIdleCheck()
      }
    }
    if sweeper == .idleStore {
      while try temporary.number("SELECT count(*) FROM removal") != 0 { await Task.yield() }
    } else {
      try await LargeRemoval.kind.make(in: store)
    }
    let found = steps.withLock { $0 }
    try #require(found.count > 2)
    for (step, next) in zip(found, found.dropFirst()) {
      let (took, gap) = (
        step.upperBound - step.lowerBound, next.lowerBound - step.upperBound
      )
      #expect(gap >= took)
    }
  }

  @Test(
    "A save of another process waits for one batch of a removal, not for all of it",
    .enabled(if: isSoak))
  func savesOfOthers() async throws {
    let temporary = try TemporaryStore { $0.idleMilliseconds = 3_600_000 }
    let store = temporary.store
    for number in 0..<60_000 {
      try store.session(of: AppRoute.self, in: "\(number / 3_000)", account: LargeRemoval.account)
        .push(.category("c\(number)"))
      if number % 1_000 == 0 { try await store.flush() }
    }
    try await store.flush()
    let (isOver, hasBegun) = (Locked(false), AsyncStream.makeStream(of: Never.self))
    let path = temporary.url.path
    let saving = Task {
      try await onOwnThread {
        defer { hasBegun.continuation.finish() }
        let worker = try BuiltExecutable.named("reliability-worker")
        let process = try SpawnedProcess(worker, ["save", path])
        for _ in 0..<10 { _ = process.readLine() }
        hasBegun.continuation.finish()
        var waits: [Duration] = []
        var last = ContinuousClock.now
        while !isOver.withLock({ $0 }), process.readLine() != nil {
          waits.append(.now - last)
          last = .now
        }
        return waits
      }
    }
    for await _ in hasBegun.stream {}
    let start = ContinuousClock.now
    try await LargeRemoval.kind.make(in: store)
    let took = ContinuousClock.now - start
    isOver.withLock { $0 = true }
    let waits = try await saving.value
    let longest = try #require(waits.max())
    print("during a removal of \(took): \(waits.count) saves, the longest \(longest)")
    #expect(longest < .milliseconds(250))
  }

  /// `world.temporary.store` only marks the account as erased. `other` stands for another process,
  /// whose second call of `finishErasing` deletes the account's data.
  @Test("finishErasing deletes an account that another process has erased since the last call")
  func erasedElsewhere() async throws {
    let world = try await LargeWorld()
    let other = try world.temporary.another()
    other.writer.queue.sync { other.writer.maintenance.isHeld = true }
    try await other.finishErasing()
    _ = try await world.temporary.store.writer.eraseAccounts(LargeRemoval.account)
    try await other.finishErasing()
    let temporary = world.temporary
    #expect(try temporary.number("SELECT erase_pending FROM progress") == 0)
    #expect(try temporary.number("SELECT count(*) FROM account WHERE key IS NULL") == 0)
    #expect(
      try temporary.number(
        "SELECT count(*) FROM visit WHERE stack NOT IN (SELECT id FROM stack)") == 0)
  }

  @Test(
    "A visit during the deletion in batches is kept and counted separately",
    arguments: LargeRemoval.allCases, isSoak ? [0, 1, 3] : [0, 2])
  func visited(_ removal: LargeRemoval, steps: Int) async throws {
    let world = try await LargeWorld()
    let store = world.temporary.store
    try await removal.record(in: store)
    removal.apply(to: &world.model)
    world.model.relaunch()
    try await world.temporary.relaunch()
    for _ in 0..<steps { _ = try world.sweepStep(of: Self.stepSize) }
    for key in LargeWorld.keys {
      for item in [3, 17] { try world.push(.category("c\(item)"), key) }
    }
    try await world.temporary.store.flush()
    let killed = try world.killed(0)
    try finish(killed, world.model, "killed")
    try restored(killed, world.model, "killed")
    try await history(killed, world.model, "killed")
    try await killed.close()
    try finish(world.temporary.store, world.model, "swept")
    try await history(world.temporary.store, world.model, "swept")
    try restored(world.temporary.store, world.model, "swept")
  }

  @Test(
    "An item visited after its removal was recorded has neither its old title nor its old state",
    arguments: [LargeRemoval.kind, .routes], [0, 1, 3])
  func oldState(_ removal: LargeRemoval, steps: Int) async throws {
    let world = try await LargeWorld()
    let key = ModelKey(scene: "one", account: LargeRemoval.account, name: "")
    let route = AppRoute.category("c3")
    try world.session(key).push(route)
    try world.session(key).setItemState("old", named: "cursor")
    try world.session(key).popToRoot()
    try await world.temporary.store.flush()
    try await removal.record(in: world.temporary.store)
    try await world.temporary.relaunch()
    world.temporary.store.holdIdleMoments()
    for _ in 0..<steps { _ = try world.sweepStep(of: Self.stepSize) }
    let session = try world.session(key)
    func expect(_ state: String?, _ what: String) throws {
      #expect(try session.itemState(String.self, named: "cursor") == state, "\(what)")
    }
    session.push(route)
    try expect(nil, "not yet saved")
    try await world.temporary.store.flush()
    try expect(nil, "saved")
    session.setTitle("New")
    try session.setItemState("new", named: "cursor")
    try await world.temporary.store.flush()
    session.push(.home)
    session.push(route)
    for store in [try world.killed(0), world.temporary.store] {
      try await store.flush()
      let faults = try store.consistencyFaults()
      #expect(faults == [], "\(faults)")
      let recent = try await store.history(of: AppRoute.self, account: key.account.orSignedOut)
        .items()
      #expect(recent.first { $0.route == route }?.title == "New")
    }
    try expect("new", "swept")
  }

  @Test(
    "A launch schedules the remaining batches of a removal",
    arguments: LargeRemoval.allCases)
  func launched(_ removal: LargeRemoval) async throws {
    let world = try await LargeWorld()
    func isScheduled(_ store: NavStore) -> Bool {
      store.writer.queue.sync { store.writer.maintenance.isScheduled }
    }
    let before = try world.killed(0)
    #expect(!isScheduled(before))
    try await before.close()
    try await removal.record(in: world.temporary.store)
    let after = try world.killed(1)
    #expect(isScheduled(after))
    try await after.close()
  }

  func restored(_ store: NavStore, _ model: StackModel, _ what: String) throws {
    for key in LargeWorld.keys {
      let restored = try store.restore(
        AppRoute.self, in: NavScene(id: key.scene), account: key.account.orSignedOut)
      let comment: Comment = "\(what): \(key.scene) of '\(key.account)'"
      #expect(restored.path == model.path(key), comment)
      #expect(restored.failures.isEmpty, comment)
      let session = try store.session(
        of: AppRoute.self, in: key.scene, account: key.account.orSignedOut)
      let entries = (model.stacks[key] ?? StackModel.Stack()).shown.entries
      let tops = entries.map { StackModel.chain($0).last?.route }
      #expect(session.backForward.entries.map(\.route) == tops, comment)
    }
  }

  func history(
    _ store: NavStore, _ model: StackModel, _ what: String
  ) async throws {
    for account in ["", LargeRemoval.account] {
      let comment: Comment = "\(what): history of '\(account)'"
      let visits = try await store.history(of: AppRoute.self, account: account.orSignedOut).visits(
        limit: 1_000)
      #expect(visits.map(\.route) == model.visitsByDate(account).map(\.visit.route), comment)
      let recent = try await store.history(of: AppRoute.self, account: account.orSignedOut).items(
        .recent(limit: 1_000))
      let expected = model.recents(account)
      #expect(recent.map(\.route) == expected.map(\.route), comment)
      #expect(recent.map(\.visitCount) == expected.map(\.count), comment)
      let names = expected.map { model.titles[account]?[StackModel.item($0.route)] }
      #expect(recent.map(\.title) == names, comment)
    }
  }

  /// Finishes the idle work. Then checks that the file is intact, that no removal is left, and that
  /// the numbers of routes and items match the model.
  func finish(_ store: NavStore, _ model: StackModel, _ what: String) throws {
    try store.writer.finishIdleWork()
    let faults = try store.consistencyFaults()
    #expect(faults == [], "\(what): \(faults)")
    func number(_ sql: StaticString) throws -> Int64? {
      try store.writer.sync { connection in try connection.first(sql) { $0.int(0) } }
    }
    #expect(try number("SELECT count(*) FROM removal") == 0, "\(what)")
    #expect(try number("SELECT count(*) FROM account WHERE key IS NULL") == 0, "\(what)")
    let left = model.made.filter { !$0.isForgotten }
    let routes = Set(left.map { "\($0.account) \($0.route)" }).count
    let items = Set(left.map { "\($0.account) \(StackModel.item($0.route))" }).count
    #expect(try number("SELECT count(*) FROM route") == Int64(routes), "\(what)")
    #expect(try number("SELECT count(*) FROM item") == Int64(items), "\(what)")
  }
}
