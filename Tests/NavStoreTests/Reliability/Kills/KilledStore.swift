import Foundation
import NavStoreSQLite
import TestSupport

@testable import NavStore
@testable import reliability_worker

/// A store whose worker processes are killed, and the number of steps that they printed before the
/// kill.
///
/// The number of steps determines the store's content: see ``Step``.
final class KilledStore {
  let folder: TemporaryFolder
  var url: URL { folder.store }

  /// The number of steps in each scene that a process has acknowledged or a check has found.
  private(set) var steps: [Int]

  /// For each scene, the last step that a process has acknowledged after it set the value on the
  /// step's screen. The step and the value must be in the store.
  private var savedSteps: [Int]

  /// The number of the last secret whose erasure was acknowledged.
  private(set) var erased = 0

  /// The number of processes that were running when they were killed.
  private(set) var kills = 0
  private(set) var faults: [String] = []

  private let worker: URL

  init(scenes: Int = 1) throws {
    folder = try TemporaryFolder()
    steps = Array(repeating: 0, count: scenes)
    savedSteps = steps
    worker = try BuiltExecutable.named("reliability-worker")
  }

  /// The time at which a process is killed.
  enum Moment: Sendable {
    /// This number of microseconds after the start of the process.
    case start(Int)

    /// The process has printed this number of lines, and then this number of microseconds has
    /// passed.
    case line(Int, microseconds: Int)

    /// The test does not kill the process, which ends by itself.
    case never
  }

  /// Runs a worker and kills it. Returns its output, and whether it was running when it was killed.
  @discardableResult
  func run(
    _ mode: Mode, _ settings: [String], killedAt moment: Moment
  ) async throws -> (lines: [String], wasKilled: Bool) {
    let (worker, arguments) = (worker, [mode.rawValue, url.path] + settings)
    let (lines, status) = try await onOwnThread {
      let process = try SpawnedProcess(worker, arguments)
      var lines: [String] = []
      switch moment {
      case .start(let microseconds): usleep(UInt32(microseconds))
      case .line(let count, let microseconds):
        while lines.count < count, let line = process.readLine() { lines.append(line) }
        if microseconds > 0 { usleep(UInt32(microseconds)) }
      case .never: break
      }
      if case .never = moment {} else { process.signal(SIGKILL) }
      lines += process.readLines()
      return (lines, process.waitUntilExit())
    }
    let wasKilled = status & 0x7f == SIGKILL
    if wasKilled {
      kills += 1
    } else if status != 0 {
      faults.append("\(mode.rawValue) \(settings) ended with \(status)")
    }
    return (lines, wasKilled)
  }

  /// Runs a worker that takes steps, and stores the numbers of the steps that it acknowledges. The
  /// worker must find all steps that earlier processes acknowledged.
  func save(_ settings: [String], killedAt moment: Moment) async throws {
    let (lines, _) = try await run(.save, settings + ["scenes=\(steps.count)"], killedAt: moment)
    for (index, line) in lines.enumerated() {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == steps.count else {
        faults.append("an invalid line")
        continue
      }
      note(numbers, by: "a later process")
      // The first line has the steps that the process found in the file. The last of these steps
      // may be stored without the value on its screen.
      if index > 0 { savedSteps = numbers }
    }
  }

  /// Runs a worker that erases secrets, and stores the numbers of the steps and erasures that it
  /// acknowledges.
  func erase(_ settings: [String], killedAt moment: Moment) async throws {
    let (lines, _) = try await run(.erase, settings, killedAt: moment)
    for (index, line) in lines.enumerated() {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2 else {
        faults.append("an invalid line")
        continue
      }
      note([numbers[0]], by: "a later process")
      // The first line has the number of the last secret that an earlier process used. The erasure
      // of that secret was not necessarily completed.
      if index > 0 { (savedSteps, erased) = ([numbers[0]], numbers[1]) }
    }
  }

  private func note(_ numbers: [Int], by who: String) {
    for (scene, number) in numbers.enumerated() {
      if number < steps[scene] {
        faults.append("\(who) finds \(number) steps of \(steps[scene]) acknowledged")
      }
      steps[scene] = max(steps[scene], number)
    }
  }

  /// Opens the store, or a copy of its files if `aCopy` is `true`, and compares it with the
  /// acknowledged steps. The store may contain at most `burst` more steps.
  func check(aCopy: Bool, burst: Int, keepsHistory: Bool = true) async throws {
    let checked = aCopy ? try copy() : url
    defer {
      if aCopy { try? FileManager.default.removeItem(at: checked.deletingLastPathComponent()) }
    }
    var configuration = NavStore.Configuration()
    configuration.quarantinesDamagedFile = false
    configuration.idleMilliseconds = 1_000_000_000
    if erased > 0 { try lookForSecrets() }
    let store: NavStore
    do {
      store = try NavStore(url: checked, configuration: configuration)
    } catch {
      faults.append("does not open: \(error)")
      return
    }
    faults += try integrityFaults(of: store)
    var found: [Int] = []
    for scene in steps.indices {
      found.append(try await check(scene, of: store, burst: burst, keepsHistory: keepsHistory))
    }
    if erased > 0 { try await checkSecrets(of: store) }
    try await store.close()
    if !aCopy { note(found, by: "the next launch") }
  }

  private func check(
    _ scene: Int, of store: NavStore, burst: Int, keepsHistory: Bool
  ) async throws -> Int {
    let session = try store.session(of: Step.self, in: "scene \(scene)")
    let found = session.stepCount
    let acknowledged = steps[scene]
    if found < acknowledged {
      faults.append("\(found) steps found, \(acknowledged) acknowledged")
    }
    if found > acknowledged + burst {
      faults.append("\(found) steps found, only \(acknowledged) + \(burst) can be")
    }
    if !session.restoration.failures.isEmpty { faults.append("restoration failures") }
    if session.path != Step.stack(after: found) { faults.append("another stack at step \(found)") }
    // A step pushes its screen before it sets the screen's value. If the step was not acknowledged,
    // the screen may be stored without the value.
    let value = try session.visitState(Int.self, named: "number")
    if found > 0, value != found, value != nil || found == savedSteps[scene] {
      faults.append("the value of step \(found) is \(value ?? 0)")
    }
    let history = store.history(of: Step.self, account: nil)
    let numbers = try await allPages {
      try await history.visits(in: NavScene(id: "scene \(scene)"), limit: 1_000, after: $0)
    }.map(\.route.number)
    let expected = keepsHistory ? Array((1...max(1, found)).reversed()) : numbers.sorted(by: >)
    if numbers != (found > 0 ? expected : []) || numbers.first ?? 0 != found {
      faults.append("\(numbers.count) visits of \(found) steps")
    }
    return found
  }

  private func integrityFaults(of store: NavStore) throws -> [String] {
    let writer = store.writer
    return try writer.sync { connection in
      var faults = try connection.all("PRAGMA integrity_check") { $0.text(0) }
      faults.removeAll { $0 == "ok" }
      try writer.comeToRest(on: connection)
      return try faults + ConsistencyCheck(db: connection).faults()
    }
  }

  /// Checks that the database and the WAL don't contain the last erased secrets.
  private func lookForSecrets() throws {
    for suffix in ["", "-wal"] {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: url.path + suffix)) else {
        continue
      }
      // Checks only secrets whose erasure was acknowledged. The next secret may be in the file,
      // because a process may have been killed before its erasure was complete.
      for number in max(1, erased - 3)...erased
      where data.range(of: Data(Secret.text(number).utf8)) != nil {
        faults.append("an erased secret is in the file \(suffix)")
      }
    }
  }

  private func checkSecrets(of store: NavStore) async throws {
    let left =
      try store.session(of: Secret.self, in: "secrets").path
      + (try await store.history(of: Secret.self, account: nil).visits(in: "secrets").map(
        \.route))
    if left.contains(where: { $0.number <= erased }) {
      faults.append("an erased secret is restored")
    }
  }

  /// Copies the database and its WAL to a new folder.
  private func copy() throws -> URL {
    let copy = folder.file(UUID().uuidString)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: url.path + suffix) {
      try FileManager.default.copyItem(
        atPath: url.path + suffix, toPath: copy.appendingPathComponent("store.sqlite" + suffix).path
      )
    }
    return copy.appendingPathComponent("store.sqlite")
  }
}
