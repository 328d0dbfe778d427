import Foundation
import TestSupport
import Testing

@testable import NavStore
@testable import reliability_worker

@Suite("Kills during a quarantine")
struct DamagedKillTests {
  @Test("A process that is killed while it quarantines a file loses none of the file's bytes")
  func damaged() async throws {
    var random = SeededRandom.make()
    let count = isSoak ? 1_000 : 4
    var kills = 0
    var faults: [String] = []
    var usual = 15_000
    while kills < count, faults.isEmpty {
      let store = try KilledStore()
      let bytes = try await damage(store, &random)
      for _ in 0..<2 {
        try await store.run(
          .open, [], killedAt: .start(.random(in: usual / 2...usual * 3 / 2, using: &random)))
        faults += try missing(bytes, beside: store.url)
      }
      try await store.run(.open, [], killedAt: .never)
      // Adjusts the usual time until a kill for the next stores. The time gets longer if both
      // processes were killed before their end, and shorter if both ended before their kill.
      usual = store.kills == 2 ? usual * 3 / 2 : store.kills == 0 ? max(2_000, usual / 2) : usual
      faults += try missing(bytes, beside: store.url)
      // The store that the last opening left must accept saves.
      try await store.save(["rounds=2"], killedAt: .never)
      faults += store.faults
      kills += store.kills
    }
    print("Killed \(kills) processes that quarantined a file: \(faults.count) faults")
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  /// Makes a store with a WAL and without a valid header of its database. Returns the bytes of the
  /// database and the WAL.
  private func damage(
    _ store: KilledStore, _ random: inout SeededRandom
  ) async throws -> (database: Data, log: Data) {
    let folder = store.folder.file("other")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let template = folder.appendingPathComponent("store.sqlite")
    try await onOwnThread {
      let worker = try BuiltExecutable.named("reliability-worker")
      let process = try SpawnedProcess(
        worker, ["save", template.path, "rounds=5", "suspend=2", "idle=1000000"])
      _ = process.readLines()
    }
    var database = try Data(contentsOf: template)
    for index in 0..<100 { database[index] = UInt8.random(in: 1...255, using: &random) }
    let log = try Data(contentsOf: URL(fileURLWithPath: template.path + "-wal"))
    try database.write(to: store.url)
    try log.write(to: URL(fileURLWithPath: store.url.path + "-wal"))
    try FileManager.default.removeItem(at: folder)
    return (database, log)
  }

  /// Returns a fault for the damaged database or its WAL if neither its original nor a quarantined
  /// name has its bytes.
  private func missing(
    _ bytes: (database: Data, log: Data), beside url: URL
  ) throws -> [String] {
    let folder = url.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let databases = names.filter {
      !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        && (try? Data(contentsOf: folder.appendingPathComponent($0))) == bytes.database
    }
    let logs = names.filter {
      $0.hasSuffix("-wal")
        && (try? Data(contentsOf: folder.appendingPathComponent($0))) == bytes.log
    }
    var faults: [String] = []
    if databases.isEmpty { faults.append("the database's bytes are missing: \(names.sorted())") }
    if logs.isEmpty { faults.append("the WAL's bytes are missing: \(names.sorted())") }
    return faults
  }
}
