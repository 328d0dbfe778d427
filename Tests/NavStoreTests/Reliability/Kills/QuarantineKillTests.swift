import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Processes that are killed with SIGKILL at each change that a repair makes to files without
/// SQLite.
@Suite("Kills at each change of a quarantine")
struct QuarantineKillTests {
  @Test("A kill at any change keeps all damaged files, and the next open completes the quarantine")
  func everyChange() async throws {
    var random = SeededRandom.make()
    var report = Report()
    for kind in DamagedStore.Kind.allCases {
      let damaged = try await DamagedStore.make(kind)
      // Tries all changes with one kind of damage, and two random changes with each of the other
      // kinds. A soak tries all changes with all kinds.
      let all = 1...(try damaged.changes().count)
      let isWhole = isSoak || kind == .noted
      let changes = isWhole ? Array(all) : Array(all.shuffled(using: &random).prefix(2))
      let kills = report.kills
      for change in changes {
        try await report.note(damaged, killedAt: [change])
        guard isSoak else { continue }
        for next in all { try await report.note(damaged, killedAt: [change, next]) }
      }
      #expect(report.kills >= kills + changes.count, "\(kind)")
      if kind == .noted { #expect(all.count >= 20) }
    }
    print(
      "Quarantine: \(report.kills) processes killed at a change: \(report.faults.count) faults")
    #expect(report.faults.isEmpty, "\(report.faults.prefix(3))")
  }

  @Test("Control: a WAL that is lost during the quarantine is found to be missing")
  func plantedLoss() async throws {
    var report = Report()
    let damaged = try await DamagedStore.make(.tableMissing)
    let change = try damaged.changes().firstIndex { change in
      if case .moved(_, let target) = change { target.hasSuffix(".corrupt-1") } else { false }
    }
    try await report.note(damaged, killedAt: [try #require(change) + 1], ["lose=log"])
    #expect(report.kills == 1)
    #expect(report.faults.contains { $0.contains("the file-wal is []") }, "\(report.faults)")
  }

  private struct Report {
    var kills = 0
    var faults: [String] = []

    /// Opens the damaged store in one process for each of `changes`, which is killed at that change.
    /// Then opens the store in this process and notes the faults.
    mutating func note(
      _ damaged: DamagedStore, killedAt changes: [Int], _ settings: [String] = []
    ) async throws {
      let settings = settings + (damaged.isInOwnFolder ? ["folder=own"] : [])
      let folder = try DamageFolder()
      try damaged.write(to: folder)
      var found: [String] = []
      var salvages = 0
      for change in changes {
        guard try await Self.isKilled(folder.path, change, settings) else { break }
        kills += 1
        if folder.wasKilledInSalvage { salvages += 1 }
        found += damaged.faultsOnTheWay(in: folder)
      }
      found += try await damaged.faultsAtTheEnd(in: folder, salvages: salvages < 2)
      faults += found.map { "\(damaged.kind), \(changes): \($0)" }
    }

    /// Opens the store in a process that is killed at the change. Returns `false` if the process
    /// made fewer changes.
    private static func isKilled(
      _ path: String, _ change: Int, _ settings: [String]
    ) async throws -> Bool {
      let worker = try BuiltExecutable.named("reliability-worker")
      let status = try await onOwnThread {
        let process = try SpawnedProcess(worker, ["open", path, "die=\(change)"] + settings)
        _ = process.readLines()
        return process.waitUntilExit()
      }
      try #require(status == 0 || status & 0x7f == SIGKILL)
      return status != 0
    }
  }
}
