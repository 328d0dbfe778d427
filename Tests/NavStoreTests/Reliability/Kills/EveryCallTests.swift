import Foundation
import TestSupport
import Testing

@testable import NavStore
@testable import reliability_worker

/// Kills processes before or after each of SQLite's calls to the file system in turn, or after half
/// of a write.
///
/// Outside a soak, each run tries a random sample of the calls.
@Suite("Kills at each system call")
struct EveryCallTests {
  enum Situation: String, CaseIterable {
    case creation, migration, recovery, saving, suspending, erasing
  }

  @Test("A kill before or within any call leaves a valid store", arguments: Situation.allCases)
  func everyCall(_ situation: Situation) async throws {
    var random = SeededRandom.make()
    let step = isSoak ? 1 : 130
    var call = Int.random(in: 1...step, using: &random)
    var kills = 0
    var faults: [String] = []
    while faults.isEmpty {
      // The setting "kill" ends the process before the call. The setting "tear" ends it after half
      // of a write, or after any other call.
      let settings = ["\(Bool.random(using: &random) ? "tear" : "kill")=\(call)"]
      let store = try KilledStore()
      try await prepare(store, for: situation)
      let before = store.kills
      try await run(situation, in: store, settings)
      guard store.kills > before else {
        faults = store.faults
        break
      }
      try await check(situation, store)
      kills += 1
      faults += store.faults.map { "\(situation) at call \(call): \($0)" }
      call += isSoak ? 1 : Int.random(in: 1...2 * step, using: &random)
    }
    print("Killed at \(kills) of \(call) calls while \(situation): \(faults.count) faults")
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test("A kill at any call of the first creation leaves files that open as new")
  func firstCreation() async throws {
    var call = 1
    var kills = 0
    while true {
      let store = try KilledStore()
      let settings = ["\(call % 2 == 0 ? "tear" : "kill")=\(call)", "damaged=fail"]
      let (_, wasKilled) = try await store.run(.open, settings, killedAt: .never)
      guard wasKilled else { break }
      kills += 1
      let (lines, _) = try await store.run(.open, ["damaged=fail"], killedAt: .never)
      let names = store.folder.names
      #expect(lines == ["opened"] && store.faults.isEmpty, "call \(call): \(names.sorted())")
      #expect(!names.contains { $0.contains("corrupt") }, "call \(call)")
      call += isSoak ? 1 : 4
    }
    print("Killed in the first creation at \(kills) calls")
    #expect(kills > 10)
  }

  private func prepare(_ store: KilledStore, for situation: Situation) async throws {
    switch situation {
    case .creation: break
    case .migration:
      try FileManager.default.copyItem(at: GoldenStoreTests.fixture(version: 1), to: store.url)
    case .recovery: try await store.save(["idle=1000000", "rounds=30"], killedAt: .never)
    case .saving, .suspending, .erasing: try await store.save(["rounds=3"], killedAt: .never)
    }
  }

  private func run(
    _ situation: Situation, in store: KilledStore, _ settings: [String]
  ) async throws {
    switch situation {
    case .creation, .recovery: try await store.save(settings + ["rounds=2"], killedAt: .never)
    case .migration: try await store.run(.open, settings + ["schema=later"], killedAt: .never)
    case .saving:
      // The saves make the WAL long enough for a checkpoint, which the store makes when it is idle.
      try await store.save(settings + ["rounds=12", "idle=1"], killedAt: .never)
    case .suspending: try await store.save(settings + ["rounds=2", "suspend=1"], killedAt: .never)
    case .erasing: try await store.erase(settings + ["rounds=1"], killedAt: .never)
    }
  }

  private func check(_ situation: Situation, _ store: KilledStore) async throws {
    guard situation == .migration else {
      try await store.check(aCopy: true, burst: 1)
      // Takes two more steps in another process, as the app's next launch would.
      try await store.save(["rounds=2"], killedAt: .never)
      return try await store.check(aCopy: false, burst: 0)
    }
    let migrated = try NavStore(url: store.url, configuration: .later)
    #expect(!migrated.openReport.needsAttention)
    try await GoldenStoreTests.check(migrated)
    try await migrated.close()
  }
}
