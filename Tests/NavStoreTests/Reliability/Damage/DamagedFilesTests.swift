import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

#if canImport(Glibc)
  import Glibc
#endif

/// Opens and uses valid stores after random damage, which must never cause a trap, a hang or a
/// wrong route.
///
/// Keys, titles, values and parents of visits have no checksum, so some of their damage can't be
/// detected. Damaged text may then be decoded, and a damaged parent may lead to another visit of
/// the same file.
@Suite("Damaged files")
struct DamagedFilesTests {
  @Test("A damaged file is rejected unchanged, quarantined whole, or opened with its valid content")
  func mutations() async throws {
    var random = SeededRandom.make()
    let stores = try await IntactStores.make(random: &random)
    #expect(stores.all.filter { ($0.image.files["-wal"]?.count ?? 0) > 1_000 }.count == 4)
    let rounds = isSoak ? 100_000 : 150
    var kinds: [DamageTrial.Outcome.Kind: Int] = [:]
    var totals = DamageTrial.Outcome()
    var stacks = 0
    var rebuilt = 0
    let start = ContinuousClock.now
    for round in 0..<rounds {
      // Each round has its own folder, because a store that could not be closed continues to save
      // at its path.
      let folder = try DamageFolder()
      let trial = DamageTrial(folder: folder, routes: stores.routes)
      let damage = Damage(to: stores.all, random: &random)
      let quarantines = round % 8 != 7
      var outcome = DamageTrial.Outcome()
      // In a soak, repeats a trial that takes a second or longer, because other work on the machine
      // may have slowed it down.
      for _ in 0..<3 {
        try folder.clear()
        try damage.image.write(to: folder)
        outcome = await trial.run(quarantines: quarantines, erases: round % 8 == 0)
        if !isSoak || outcome.time < .seconds(1) { break }
      }
      if isSoak, outcome.time >= .seconds(1) {
        outcome.findings.append("took \(outcome.time)")
      }
      #expect(
        outcome.findings.isEmpty,
        "seed \(random.seed), round \(round), \(damage.words): \(outcome.findings.prefix(3))")
      kinds[outcome.kind, default: 0] += 1
      totals.errors.merge(outcome.errors, uniquingKeysWith: +)
      totals.restored += outcome.restored
      totals.failureCount += outcome.failureCount
      totals.time = max(totals.time, outcome.time)
      stacks += outcome.salvagedStacks
      rebuilt += outcome.rebuiltIndexes ? 1 : 0
      if isSoak, round % 5_000 == 4_999 {
        print("damaged files: \(round + 1) after \(ContinuousClock.now - start), \(kinds)")
      }
    }
    let time = ContinuousClock.now - start
    print(
      """
      damaged files: \(rounds) in \(time), slowest \(totals.time); \
      \(kinds.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")); \
      \(totals.restored) routes restored, \(totals.failureCount) failures reported, \(stacks) stacks \
      salvaged, indexes rebuilt \(rebuilt) times; errors: \
      \(totals.errors.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", "))
      """)
    #expect((kinds[.quarantined] ?? 0) > 0 && (kinds[.opened] ?? 0) > 0)
    if isSoak {
      #expect(kinds.count == 3 && totals.failureCount > 0 && stacks > 0)
    }
  }

  @Test("Anything but a file at the path is rejected, and opening doesn't block")
  func otherThings() async throws {
    let folder = try DamageFolder()
    let outside = try DamageFolder()
    let things: [(String, () throws -> Void, NavStore.Error.Reason?)] = [
      (
        "folder",
        {
          try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        },
        .unreadable
      ),
      ("link to a folder", { try folder.link(to: outside.folder.path) }, .unreadable),
      ("pipe", { #expect(mkfifo(folder.path, 0o600) == 0) }, .unreadable),
      (
        "link to a pipe",
        {
          #expect(mkfifo(outside.path + "-pipe", 0o600) == 0)
          try folder.link(to: outside.path + "-pipe")
        }, .unreadable
      ),
      ("link to itself", { try folder.link(to: folder.path) }, .unreadable),
      ("link to nowhere", { try folder.link(to: outside.path) }, nil),
      (
        "link into no folder", { try folder.link(to: outside.folder.path + "/none/there/file") },
        nil
      ),
      ("pipe as a log", { #expect(mkfifo(folder.path + "-wal", 0o600) == 0) }, nil),
      (
        "folder as a log",
        {
          try FileManager.default.createDirectory(
            atPath: folder.path + "-wal", withIntermediateDirectories: true)
        }, nil
      ),
    ]
    for (what, make, reason) in things {
      try folder.clear()
      try make()
      let outcome = await DamageTrial(folder: folder, routes: []).run(quarantines: true)
      if let reason {
        #expect(outcome.errors == ["open \(reason)": 1], "\(what)")
        #expect(outcome.findings.isEmpty, "\(what): \(outcome.findings)")
      }
    }
  }

  @Test("Control: a wrong route with a matching checksum is found, and one without isn't restored")
  func planted() async throws {
    var random = SeededRandom.make()
    let stores = try await IntactStores.make(random: &random)
    let intact = try #require(stores.all.first)
    let folder = try DamageFolder()
    let trial = DamageTrial(folder: folder, routes: stores.routes)
    try intact.image.write(to: folder)
    try folder.edit("UPDATE route SET payload = replace(payload, 'page-', 'paqe-')")
    let caught = await trial.run(quarantines: true)
    #expect(caught.findings.isEmpty)
    #expect(caught.failureCount > 0, "A payload that fails its checksum is a failure.")

    try folder.clear()
    try intact.image.write(to: folder)
    let connection = try Connection(path: folder.path, flags: 0x6, busyTimeoutMilliseconds: 100)
    let routes = try connection.all("SELECT id, tag, version, payload FROM route") { row in
      (row.int(0), row.text(1), Int(row.int(2)), row.text(3))
    }
    for (id, tag, version, payload) in routes {
      let wrong = payload.replacingOccurrences(of: "page-", with: "paqe-")
      try connection.run(
        "UPDATE route SET payload = ?, hash = ? WHERE id = ?", wrong,
        RawRoute.fingerprint(tag: tag, version: version, payload: Array(wrong.utf8)), id)
    }
    connection.close()
    let missed = await trial.run(quarantines: true)
    #expect(
      missed.findings.contains { $0.contains("a route that was never saved") },
      "Without a checksum the harness must find wrong routes.")
  }
}

extension DamageFolder {
  func link(to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }
}
