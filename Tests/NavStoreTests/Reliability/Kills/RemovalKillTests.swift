import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import reliability_worker

/// Processes that are killed with SIGKILL while they remove a large part of a store.
@Suite("Kills during a large removal")
struct RemovalKillTests {
  private static let visits = 2_000

  @Test("A removal killed at any moment is complete or undecided, and nothing else changes")
  func killed() async throws {
    var random = SeededRandom.make()
    let template = try await Template()
    var kills: [LargeChange: Int] = [:]
    var (decided, unfinished) = (0, 0)
    let count = isSoak ? 1_000 : LargeChange.allCases.count
    var faults: [String] = []
    while kills.values.reduce(0, +) < count, faults.isEmpty {
      for change in LargeChange.allCases.shuffled(using: &random) where faults.isEmpty {
        let expected = try await template.outcome(of: change)
        let moment = Double.random(in: 0...1.2, using: &random) * expected.seconds
        let trial = try await template.trial(of: change, killedAfter: moment)
        kills[change, default: 0] += 1
        let found = trial.found
        let isDone = found == expected.after
        if isDone { decided += 1 }
        if trial.wasLeft { unfinished += 1 }
        faults += trial.faults
        if !isDone, trial.wasAcknowledged { faults.append("an acknowledged removal is missing") }
        if !isDone, !found.isBetween(template.before, expected.after, change) {
          faults.append(
            "neither the state before nor after: \(found.difference(from: expected.after))")
        }
        faults = faults.map { "\(change) killed after \(moment) s: \($0)" }
      }
    }
    let total = kills.values.reduce(0, +)
    print(
      "Killed \(total) processes during a large removal: \(decided) had decided it, "
        + "\(unfinished) left batches to delete: \(faults.count) faults")
    #expect(faults.isEmpty, "\(faults.prefix(3))")
    #expect(!isSoak || (decided > total / 10 && unfinished > total / 20))
  }

  /// The content of a store, by account or by stack.
  private struct Contents: Equatable {
    var visits: [String: [Thing]] = [:]
    var items: [String: [String]] = [:]
    var stacks: [String: [Thing]] = [:]
    var lists: [String: [Thing?]] = [:]
    var values: Int64 = 0

    /// Whether the content is equal to `before`. After an interrupted rewrite, a part of the visits
    /// and stacks may be equal to `after` instead.
    func isBetween(_ before: Contents, _ after: Contents, _ change: LargeChange) -> Bool {
      guard change == .rewrite else { return self == before }
      // Each key of `visits` and `stacks` ends with the key of the account.
      func rewritten(_ things: [String: [Thing]]) -> [String: [Thing]] {
        let owner = LargeChange.owner
        return Dictionary(
          uniqueKeysWithValues: things.map { key, things in
            let account = key.hasSuffix(owner) ? owner : ""
            return (key, things.map { change.successor(of: $0, account: account) })
          })
      }
      return rewritten(visits) == after.visits && rewritten(stacks) == after.stacks
    }

    func difference(from other: Contents) -> String {
      var parts: [String] = []
      for (account, things) in visits where other.visits[account] != things {
        parts.append(
          "\(things.count) visits of '\(account)', not \(other.visits[account]?.count ?? 0)")
      }
      if items != other.items { parts.append("items") }
      if stacks != other.stacks { parts.append("stacks") }
      if lists != other.lists { parts.append("lists") }
      if values != other.values { parts.append("\(values) item values, not \(other.values)") }
      return parts.joined(separator: ", ")
    }
  }

  /// A filled store that each killed process gets a copy of.
  private final class Template {
    let folder: TemporaryFolder
    let before: Contents
    let times: Range<Int>
    private var outcomes: [LargeChange: (after: Contents, seconds: Double)] = [:]

    init() async throws {
      folder = try TemporaryFolder()
      let clock = ManualClock(Date(timeIntervalSince1970: 1_767_225_600))
      var configuration = Template.configuration
      configuration.clock = { clock.now }
      let store = try NavStore(url: folder.store, configuration: configuration)
      try await Thing.fill(store, visits: RemovalKillTests.visits) {
        clock.advance(by: .seconds(60))
      }
      let start = 1_767_225_600_000
      times = start + visits * 20_000..<start + visits * 45_000
      before = try await Template.contents(of: store)
      try await store.close()
    }

    static var configuration: NavStore.Configuration {
      var configuration = NavStore.Configuration()
      configuration.retention = .unlimited
      configuration.quarantinesDamagedFile = false
      configuration.idleMilliseconds = 1_000_000_000
      configuration.life = .frozen
      return configuration
    }

    /// Returns the content after the complete change, and the seconds that the change took. Checks
    /// that the change removed the right visits.
    func outcome(of change: LargeChange) async throws -> (after: Contents, seconds: Double) {
      if let known = outcomes[change] { return known }
      let trial = try await trial(of: change, killedAfter: nil)
      try #require(trial.faults.isEmpty, "\(trial.faults)")
      let after = trial.found
      for (account, things) in before.visits {
        let left = after.visits[account] ?? []
        guard change != .dates else {
          #expect(left.count < things.count || account != LargeChange.owner)
          continue
        }
        let expected = things.filter { !change.takes($0, of: account) }.map {
          change.successor(of: $0, account: account)
        }
        #expect(left == expected, "\(change) of '\(account)'")
      }
      outcomes[change] = (after, trial.seconds)
      return (after, trial.seconds)
    }

    struct Trial {
      var found = Contents()
      var faults: [String] = []
      var seconds = 0.0
      var wasAcknowledged = false

      /// Whether the killed process left batches for the next process to delete.
      var wasLeft = false
    }

    /// Makes the change to a copy of the store, in a process that is killed `seconds` after it has
    /// opened the copy. If `seconds` is `nil`, the process is killed after the change.
    func trial(of change: LargeChange, killedAfter seconds: Double?) async throws -> Trial {
      let copy = try TemporaryFolder()
      try FileManager.default.copyItem(at: folder.store, to: copy.store)
      let arguments = [
        "remove", copy.store.path, "what=\(change)", "idle=1",
        "from=\(times.lowerBound)", "to=\(times.upperBound)",
      ]
      var trial = Trial()
      (trial.wasAcknowledged, trial.seconds) = try await onOwnThread {
        let process = try SpawnedProcess(
          BuiltExecutable.named("reliability-worker"), arguments)
        guard process.readLine() == "opened" else { return (false, -1) }
        let start = ContinuousClock.now
        if let seconds {
          usleep(UInt32(seconds * 1_000_000))
        } else {
          _ = process.readLine()
        }
        let took = (ContinuousClock.now - start) / .seconds(1)
        process.signal(SIGKILL)
        let isDone = seconds == nil || process.readLines().contains("done")
        guard process.waitUntilExit() & 0x7f == SIGKILL else { return (isDone, -1) }
        return (isDone, took)
      }
      if trial.seconds < 0 { trial.faults.append("the process was not killed") }
      let store = try NavStore(url: copy.store, configuration: Template.configuration)
      trial.wasLeft = store.writer.queue.sync { store.writer.maintenance.isScheduled }
      // Before it checks the content, `consistencyFaults` runs the remaining batches of the removal,
      // as an idle store would.
      trial.faults += try store.consistencyFaults()
      trial.found = try await Template.contents(of: store)
      try store.writer.sync { connection in
        trial.faults += try connection.all("PRAGMA foreign_key_check") { "no \($0.text(2))" }
        for sql: StaticString in [
          "SELECT count(*) FROM removal", "SELECT count(*) FROM account WHERE key IS NULL",
        ] where try connection.first(sql, read: { $0.int(0) }) != 0 {
          trial.faults.append("not deleted: \(sql)")
        }
      }
      try await store.close()
      return trial
    }

    private static func contents(of store: NavStore) async throws -> Contents {
      var contents = Contents()
      let places = ["", LargeChange.owner].flatMap { account in
        ["one", "two"].map { (scene: $0, account: account) }
      }
      for (scene, account) in places {
        let restored = try store.restore(
          Thing.self, in: NavScene(id: scene), account: account.orSignedOut)
        contents.stacks["\(scene) \(account)"] = restored.path
        let session = try store.session(of: Thing.self, in: scene, account: account.orSignedOut)
        contents.lists["\(scene) \(account)"] = session.backForward.entries.map(\.route)
      }
      for account in ["", LargeChange.owner] {
        let visits = try await store.history(of: Thing.self, account: account.orSignedOut).visits(
          limit: 10_000)
        contents.visits[account] = visits.map(\.route)
        let items = try await store.history(of: Thing.self, account: account.orSignedOut).items(
          .recent(limit: 10_000))
        contents.items[account] = items.map { "\($0.route) \($0.visitCount) \($0.title ?? "")" }
      }
      contents.values = try store.writer.sync { connection in
        try connection.first("SELECT count(*) FROM value WHERE kind = 1") { $0.int(0) } ?? 0
      }
      return contents
    }
  }
}
