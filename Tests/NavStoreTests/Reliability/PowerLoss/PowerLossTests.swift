import FaultVFS
import Foundation
import NavStoreMigrations
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import reliability_worker

@Suite("Power loss")
struct PowerLossTests {
  /// The number of disk images that a soak checks. The environment variable `NAVSTORE_IMAGES`
  /// overrides it.
  private static let soakImages =
    ProcessInfo.processInfo.environment["NAVSTORE_IMAGES"].flatMap { Int($0) } ?? 500_000

  @Test(
    "A power cut at any moment leaves a valid file with all promised saves",
    arguments: [NavStore.Durability.relaxed, .durable])
  func sweep(durability: NavStore.Durability) async throws {
    var random = SeededRandom.make()
    let life = try StoreLife(vfs: FaultVFS(), durability: durability)
    let recording = try await life.record(rounds: isSoak ? 3 : 1)
    let sweep = PowerLossSweep(recording: recording, configuration: life.configuration)
    let report = try sweep.run(images: isSoak ? Self.soakImages : 300, using: &random)
    print("Power loss, \(durability): \(report)")
    #expect(report.images >= 240)
    #expect(report.isClean, "\(report): \(report.faults)")
  }

  @Test("Control: without syncs, the sweep finds damaged files")
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

  @Test("Control: a store that is created without syncing its folder can be lost")
  func madeWithoutExtra() async throws {
    var random = SeededRandom.make()
    let life = try StoreLife(vfs: FaultVFS(), durability: .durable)
    let careless = try await life.recordBeginning {
      // The flags are SQLITE_OPEN_READWRITE and SQLITE_OPEN_CREATE.
      let connection = try Connection(
        path: life.url.path, flags: 2 | 4, busyTimeoutMilliseconds: 0, vfs: life.vfs.name)
      defer { connection.close() }
      try connection.run("PRAGMA synchronous = FULL")
      let id = NavStore.Configuration.applicationID
      try connection.runScript(Array("PRAGMA application_id = \(id)".utf8))
      try connection.run("PRAGMA journal_mode = WAL")
      _ = try Migrator.migrate(connection, with: NavStoreMigrations.all)
    }
    let sweep = PowerLossSweep(recording: careless, configuration: life.configuration)
    let report = try sweep.run(images: isSoak ? 10_000 : 300, using: &random)
    print("Power loss, control with synchronous=FULL while it is made: \(report)")
    #expect(report.counts.lost > 0)
  }

  @Test("A power cut during the creation of a store leaves a valid store with all promised saves")
  func making() async throws {
    var random = SeededRandom.make()
    let life = try StoreLife(vfs: FaultVFS(), durability: .durable)
    let recording = try await life.recordBeginning()
    let sweep = PowerLossSweep(recording: recording, configuration: life.configuration)
    let report = try sweep.run(images: isSoak ? 50_000 : 200, using: &random)
    print("Power loss, making a store: \(report)")
    #expect(report.isClean, "\(report): \(report.faults)")
  }

  @Test(
    "A power cut during a schema migration loses nothing",
    arguments: [NavStore.Durability.relaxed, .durable])
  func migrating(durability: NavStore.Durability) async throws {
    var random = SeededRandom.make()
    let fixture = try #require(
      Bundle.module.url(
        forResource: "v1", withExtension: "navstore", subdirectory: "Fixtures"))
    let life = try StoreLife(vfs: FaultVFS(), durability: durability)
    try FileManager.default.copyItem(at: fixture, to: life.url)
    let old = try [UInt8](Data(contentsOf: fixture))
    var configuration = life.configuration
    configuration.migrations = LaterSchema.migrations
    life.vfs.startRecording()
    let store = try NavStore(url: life.url, configuration: configuration)
    #expect(store.openReport.migratedFrom == 1)
    let answer = try Self.summary(of: store)
    #expect(answer.visits > 0)
    try await store.close()

    let sweep = PowerLossSweep(
      recording: StoreLife.Recording(
        path: life.url.path, durability: durability, events: life.vfs.takeRecording(),
        answers: [answer]),
      configuration: configuration, files: ["": old], answer: Self.summary)
    let report = try sweep.run(images: isSoak ? 20_000 : 150, using: &random)
    print("Power loss, migrating, \(durability): \(report)")
    #expect(report.images > 100)
    #expect(report.isClean, "\(report): \(report.faults)")
  }

  /// Returns each stack's top visit, position and list, and the number of visits, but no routes.
  private static func summary(of store: NavStore) throws -> StoreLife.Answer {
    var answer = StoreLife.Answer()
    try store.writer.sync { connection in
      answer.stacks = try connection.all("SELECT id, tip, position, list FROM stack ORDER BY id") {
        ["\($0.int(0))", "\($0.int(1))", "\($0.int(2))", "\($0.bytes(3))"]
      }
      answer.visits =
        try connection.first("SELECT count(*) FROM visit WHERE time IS NOT NULL") { $0.int(0) } ?? 0
    }
    return answer
  }
}
