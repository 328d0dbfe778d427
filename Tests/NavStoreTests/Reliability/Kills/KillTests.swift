import TestSupport
import Testing

/// Kills processes with SIGKILL, which a process can't handle.
@Suite("Killed processes") struct KillTests {
  @Test("A kill at any moment leaves a valid store with every acknowledged save")
  func kills() async throws {
    var random = SeededRandom.make()
    let (count, harnesses) = isSoak ? (10_000, 2) : (24, 1)
    try await withThrowingTaskGroup(of: KillHarness.self) { group in
      for _ in 0..<harnesses {
        let seed = random.next()
        group.addTask {
          var harness = KillHarness(random: SeededRandom(seed: seed))
          try await harness.run(kills: count / harnesses)
          return harness
        }
      }
      var kills = 0
      for try await harness in group {
        #expect(harness.faults.isEmpty, "\(harness.faults.prefix(3))")
        kills += harness.killCount
      }
      #expect(kills >= count)
    }
  }

  @Test("Control: a process that acknowledges a save too early is found")
  func plantedLie() async throws {
    var attempts = 0
    var faults: [String] = []
    while faults.isEmpty, attempts < 50 {
      attempts += 1
      let store = try KilledStore()
      try await store.save(["burst=100", "acknowledge=early"], killedAt: .line(2, microseconds: 0))
      try await store.check(aCopy: false, burst: 100)
      faults = store.faults
    }
    #expect(faults.contains { $0.contains("acknowledged") }, "\(faults)")
    print("A planted lie was caught at kill \(attempts).")
  }
}
