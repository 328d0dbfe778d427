import FaultVFS
import TestSupport
import Testing

@testable import NavStore

@Suite("Power loss during a quarantine")
struct QuarantinePowerLossTests {
  @Test(
    "A power cut at any moment keeps the damaged file complete and the stacks salvaged",
    arguments: [NavStore.Durability.relaxed, .durable])
  func sweep(durability: NavStore.Durability) async throws {
    var random = SeededRandom.make()
    let vfs = FaultVFS()
    let kinds: [DamagedStore.Kind] = isSoak ? DamagedStore.Kind.allCases : [.noted, .thirdTime]
    for kind in kinds {
      let sweep = try await QuarantineSweep(
        DamagedStore.make(kind), durability: durability, on: vfs)
      let report = try await sweep.run(images: isSoak ? 1_000 : 30, using: &random)
      print("Power loss during a quarantine, \(kind), \(durability): \(report)")
      #expect(report.images > 25)
      #expect(report.faults.isEmpty, "\(report.faults.prefix(3))")
    }
  }

  @Test("Control: without syncing the folder, files are lost or separated")
  func withoutFolderSyncs() async throws {
    let report = try await fault("is not in the set") {
      if case .syncFolder = $0 { true } else { false }
    }
    print("Power loss during a quarantine, control without folder syncs: \(report)")
    #expect(report.damagedImages > 0)
  }

  @Test("Control: without syncing the draft before it replaces the file, salvaged stacks are lost")
  func withoutSyncs() async throws {
    let report = try await fault("main is []") { event in
      guard case .sync(let path) = event else { return false }
      return path.contains(".draft-tmp")
    }
    print("Power loss during a quarantine, control without syncs: \(report)")
    #expect(report.damagedImages > 0)
  }

  /// Removes the events selected by `isLost` from a recording. Checks images of the changed
  /// recording until a report has a fault with `text`, and returns this report. Returns an empty
  /// report if 50 runs find no such fault.
  private func fault(
    _ text: String, losing isLost: (FaultVFS.Event) -> Bool
  ) async throws -> QuarantineSweep.Report {
    var random = SeededRandom.make()
    var sweep = try await QuarantineSweep(
      DamagedStore.make(.tableMissing), durability: .relaxed, on: FaultVFS())
    sweep.lose(isLost)
    for _ in 0..<50 {
      // A badly damaged image may make the check throw, which is not the expected fault.
      guard let report = try? await sweep.run(images: 20, using: &random) else { continue }
      if report.faults.contains(where: { $0.contains(text) }) { return report }
    }
    return QuarantineSweep.Report()
  }
}
