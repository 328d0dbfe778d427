import Foundation
import TestSupport

@testable import NavStore
@testable import reliability_worker

/// Kills processes in each ``Situation``, and collects the faults of their stores.
struct KillHarness: Sendable {
  /// The work of a process during which it is killed.
  enum Situation: String, CaseIterable {
    case relaxed, durable, bursts, creation, migration, recovery, erasing, suspension, pruning
  }

  private(set) var kills: [Situation: Int] = [:]
  private(set) var faults: [String] = []
  private var random: SeededRandom

  /// The smoothed time from a worker's start to its normal exit after one step, in microseconds.
  private var startMicroseconds = 10_000

  init(random: SeededRandom) {
    self.random = random
  }

  var killCount: Int { kills.values.reduce(0, +) }

  /// Runs the situations in turn, each with a store of its own, until `count` processes have been
  /// killed or a fault is found.
  mutating func run(kills count: Int) async throws {
    let start = ContinuousClock.now
    var situations = Situation.allCases.shuffled(using: &random)[...]
    while killCount < count, faults.isEmpty {
      if situations.isEmpty { situations = Situation.allCases.shuffled(using: &random)[...] }
      let before = killCount
      try await run(situations.removeFirst(), kills: min(5, count - killCount))
      if killCount / 1_000 > before / 1_000, killCount < count { report(since: start) }
    }
    report(since: start)
  }

  private func report(since start: ContinuousClock.Instant) {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let parts = Situation.allCases.map { "\($0) \(kills[$0] ?? 0)" }.joined(separator: ", ")
    print(
      "Killed \(killCount) processes (\(parts)), \(Int(Double(killCount) / seconds)) a second: "
        + "\(faults.count) faults")
  }

  private mutating func run(_ situation: Situation, kills count: Int) async throws {
    let scenes = situation == .creation ? 1 : Int.random(in: 1...2, using: &random)
    let store = try KilledStore(scenes: situation == .erasing ? 1 : scenes)
    switch situation {
    case .relaxed: try await save(["durability=relaxed", "idle=1"], in: store, kills: count)
    case .durable: try await save(["durability=durable", "idle=1"], in: store, kills: count)
    case .bursts: try await save(["burst=20", "idle=1"], in: store, kills: count, burst: 20)
    case .suspension: try await save(["suspend=1", "idle=1"], in: store, kills: count)
    case .pruning:
      try await save(
        ["retention=30", "prune=7", "idle=1"], in: store, kills: count, keepsHistory: false)
    case .erasing: try await erase(in: store, kills: count)
    case .creation: try await create(kills: count, situation)
    case .migration: try await migrate(kills: count, situation)
    case .recovery: try await recover(in: store, kills: count)
    }
    note(store, situation)
  }

  private mutating func note(_ store: KilledStore, _ situation: Situation) {
    kills[situation, default: 0] += store.kills
    faults += store.faults.map { "\(situation): \($0)" }
  }

  /// Returns a time between 0 and 1,500 µs after an acknowledged save, so that the kill hits the
  /// next save or idle work.
  private mutating func moment() -> KilledStore.Moment {
    .line(
      .random(in: 1...12, using: &random),
      microseconds: Bool.random(using: &random) ? .random(in: 0...1_500, using: &random) : 0)
  }

  /// Returns a time after the start of a worker, between half and three halves of
  /// `startMicroseconds`.
  private mutating func openingMoment() -> KilledStore.Moment {
    .start(.random(in: startMicroseconds / 2...startMicroseconds * 3 / 2, using: &random))
  }

  private mutating func save(
    _ settings: [String], in store: KilledStore, kills count: Int, burst: Int = 1,
    keepsHistory: Bool = true
  ) async throws {
    for _ in 0..<count where store.faults.isEmpty {
      try await store.save(settings, killedAt: moment())
      try await store.check(
        aCopy: .random(using: &random), burst: burst, keepsHistory: keepsHistory)
    }
  }

  private mutating func erase(in store: KilledStore, kills count: Int) async throws {
    for _ in 0..<count where store.faults.isEmpty {
      let moment = KilledStore.Moment.line(
        .random(in: 1...4, using: &random), microseconds: .random(in: 0...6_000, using: &random))
      try await store.erase(["burst=3"], killedAt: moment)
      try await store.check(aCopy: .random(using: &random), burst: 3)
    }
  }

  /// Kills two processes in turn while they open a store that doesn't exist. The first finds no
  /// files, and the second finds the files that the first left.
  private mutating func create(kills count: Int, _ situation: Situation) async throws {
    for _ in 0..<count where faults.isEmpty {
      let store = try KilledStore()
      try await store.run(.open, ["rounds=0"], killedAt: openingMoment())
      try await store.run(.open, [], killedAt: openingMoment())
      // Measures only the process that is not killed. The duration of a killed process depends on
      // the last measurement, so an outlier would be repeated in the next measurement.
      let start = ContinuousClock.now
      try await store.save(["rounds=1"], killedAt: .never)
      startMicroseconds = Self.smoothed(startMicroseconds, ContinuousClock.now - start)
      try await store.check(aCopy: false, burst: 0)
      if store.steps != [1] { faults.append("creation: a step is missing") }
      note(store, situation)
    }
  }

  private mutating func migrate(kills count: Int, _ situation: Situation) async throws {
    for _ in 0..<count where faults.isEmpty {
      let store = try KilledStore()
      try FileManager.default.copyItem(at: GoldenStoreTests.fixture(version: 1), to: store.url)
      let settings = ["damaged=fail", "schema=later"]
      try await store.run(.open, settings, killedAt: openingMoment())
      try await store.run(.open, settings, killedAt: openingMoment())
      let migrated = try NavStore(url: store.url, configuration: .later)
      if migrated.openReport.needsAttention { faults.append("migration: quarantined") }
      try await GoldenStoreTests.check(migrated)
      try await migrated.close()
      note(store, situation)
    }
  }

  /// Kills a process that leaves a long WAL, and then processes that recover this WAL.
  private mutating func recover(in store: KilledStore, kills count: Int) async throws {
    try await store.save(
      ["idle=1000000"], killedAt: .line(.random(in: 20...60, using: &random), microseconds: 0))
    for _ in 0..<max(0, count - 1) where store.faults.isEmpty {
      try await store.run(.open, ["damaged=fail"], killedAt: openingMoment())
      try await store.check(aCopy: true, burst: 1)
    }
    try await store.check(aCopy: false, burst: 1)
  }

  private static func smoothed(_ old: Int, _ time: Duration) -> Int {
    max(2_000, (old * 3 + Int(time / .microseconds(1))) / 4)
  }
}
