import FaultVFS
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Power loss")
struct PowerLossTests {
  @Test(
    "A power cut at any moment of a store's life leaves a sound file, with what was promised",
    arguments: [NavStore.Durability.relaxed, .durable])
  func sweep(durability: NavStore.Durability) async throws {
    var random = SeededRandom.make()
    let life = try StoreLife(vfs: FaultVFS(), durability: durability)
    let recording = try await life.record(rounds: isSoak ? 3 : 1)
    let sweep = PowerLossSweep(recording: recording, configuration: life.configuration)
    let report = try sweep.run(images: isSoak ? 500_000 : 600, using: &random)
    print("Power loss, \(durability): \(report)")
    #expect(report.images >= 500)
    #expect(report.isClean, "\(report): \(report.faults)")
  }

  @Test("Control: without syncs the same sweep finds damaged files")
  func withoutSyncs() async throws {
    var random = SeededRandom.make()
    let life = try StoreLife(vfs: FaultVFS(), durability: .relaxed) { store in
      try store.writer.sync { try $0.run("PRAGMA synchronous = OFF") }
    }
    let recording = try await life.record()
    let sweep = PowerLossSweep(recording: recording, configuration: life.configuration)
    let report = try sweep.run(images: isSoak ? 20_000 : 300, using: &random)
    print("Power loss, control with synchronous=OFF: \(report)")
    #expect(report.counts.damaged > 0)
  }
}
