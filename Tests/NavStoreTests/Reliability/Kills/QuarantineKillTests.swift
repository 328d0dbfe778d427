import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Processes that are killed with SIGKILL after each step of a repair.
@Suite("Kills at each step of a quarantine")
struct QuarantineKillTests {
  @Test("A kill after any step keeps all damaged files, and the next open completes the quarantine")
  func everyStep() async throws {
    var random = SeededRandom.make()
    var report = Report()
    for kind in DamagedStore.Kind.allCases {
      let damaged = try await DamagedStore.make(kind)
      // Tries all steps with one kind of damage, and two random steps with each of the other kinds.
      // A soak tries all steps with all kinds.
      let all = RepairStep.allCases
      let steps = isSoak || kind == .noted ? all : Array(all.shuffled(using: &random).prefix(2))
      for step in steps {
        try await report.note(damaged, killedAfter: [step])
        guard isSoak else { continue }
        for next in all { try await report.note(damaged, killedAfter: [step, next]) }
      }
    }
    print(
      "Quarantine: \(report.kills) processes killed after a step: \(report.faults.count) faults")
    #expect(report.faults.isEmpty, "\(report.faults.prefix(3))")
    #expect(report.kills >= 14)
    #expect(report.steps == Set(RepairStep.allCases))
  }

  @Test("Control: a WAL that is lost during the quarantine is found to be missing")
  func plantedLoss() async throws {
    var report = Report()
    let damaged = try await DamagedStore.make(.tableMissing)
    try await report.note(damaged, killedAfter: [.logMoved], ["lose=log"])
    #expect(report.kills == 1)
    #expect(report.faults.contains { $0.contains("the file-wal is []") }, "\(report.faults)")
  }

  private struct Report {
    var kills = 0
    var faults: [String] = []

    /// The steps after which a process was killed.
    var steps: Set<RepairStep> = []

    /// Opens the damaged store in one process for each of `steps`, which is killed after that step.
    /// Then opens the store in this process and notes the faults.
    mutating func note(
      _ damaged: DamagedStore, killedAfter steps: [RepairStep], _ settings: [String] = []
    ) async throws {
      let settings = settings + (damaged.isInOwnFolder ? ["folder=own"] : [])
      let folder = try DamageFolder()
      try damaged.write(to: folder)
      var found: [String] = []
      for step in steps {
        guard try await Self.isKilled(folder.path, step, settings) else { break }
        kills += 1
        self.steps.insert(step)
        found += damaged.faultsOnTheWay(in: folder)
      }
      found += try await damaged.faultsAtTheEnd(
        in: folder, salvages: steps.count < 2 || !steps.allSatisfy(Self.isBeforeMoving))
      faults += found.map { "\(damaged.kind), \(steps): \($0)" }
    }

    /// Whether, after this step, the salvage has started and the damaged file is still at its path.
    private static func isBeforeMoving(_ step: RepairStep) -> Bool {
      [.noted, .draftCreated, .draftFilled, .draftNamed].contains(step)
    }

    /// Opens the store in a process that is killed after the step. Returns `false` if the process
    /// did not reach the step.
    private static func isKilled(
      _ path: String, _ step: RepairStep, _ settings: [String]
    ) async throws -> Bool {
      let worker = try BuiltExecutable.named("reliability-worker")
      let status = try await onOwnThread {
        let process = try SpawnedProcess(worker, ["open", path, "die=\(step)"] + settings)
        _ = process.readLines()
        return process.waitUntilExit()
      }
      try #require(status == 0 || status & 0x7f == SIGKILL)
      return status != 0
    }
  }
}
