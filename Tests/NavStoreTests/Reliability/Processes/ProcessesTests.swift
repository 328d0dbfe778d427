import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import reliability_worker

@Suite("Several processes on one store")
struct ProcessesTests {
  @Test("Four processes, killed and stopped at random, lose nothing and damage nothing")
  func fourWorkers() async throws {
    let temporary = try TemporaryStore()
    try await temporary.store.close()
    let (workers, transactions) = (4, isSoak ? 10_000 : 60)
    let (url, random) = (temporary.url, SeededRandom.make())
    let start = ContinuousClock.now
    let ran = try await onOwnThread {
      var pool = WorkerPool(
        url: url, workers: workers, transactions: transactions,
        pauseMilliseconds: 100, random: random)
      try pool.run()
      return (pool.kills, pool.stops, pool.busyCount, pool.faults)
    }
    let (kills, stops, busyCount, faults) = ran
    let rate = Double(workers * transactions) / ((ContinuousClock.now - start) / .seconds(1))
    print(
      "\(workers) processes made \(transactions) transactions each, \(Int(rate)) a second, killed "
        + "\(kills) times, stopped \(stops) times, busy \(busyCount) times: \(faults.count) faults")
    #expect(faults.isEmpty, "\(faults.prefix(3))")

    let store = try temporary.reopenAfterKill()
    let found = try await lost(
      workers: workers, transactions: transactions, kills: kills, in: store)
    #expect(found.isEmpty, "\(found.prefix(3))")
    try await expectConsistent(temporary)
  }

  @Test("Control: a missing visit is found")
  func plantedLoss() async throws {
    let temporary = try TemporaryStore()
    let url = temporary.url
    try await onOwnThread {
      let worker = try BuiltExecutable.named("reliability-worker")
      let process = try SpawnedProcess(worker, ["share", url.path, "worker=0", "rounds=12"])
      #expect(process.readLines().last == "done")
    }
    let store = try temporary.reopenAfterKill()
    #expect(try await lost(workers: 1, transactions: 12, kills: 0, in: store).isEmpty)
    try store.writer.sync { connection in
      try connection.run("DELETE FROM visit WHERE id = (SELECT max(id) - 4 FROM visit)")
      try connection.run(
        "UPDATE visit SET parent = parent - 1 WHERE parent = (SELECT max(id) - 4 FROM visit)")
    }
    let again = try temporary.reopenAfterKill()
    #expect(try await !lost(workers: 1, transactions: 12, kills: 0, in: again).isEmpty)
  }

  /// Returns the differences between the store's content and the content that results from
  /// `transactions` transactions of each worker.
  private func lost(
    workers: Int, transactions: Int, kills: Int, in store: NavStore
  ) async throws -> [String] {
    var faults = try store.writer.sync { connection in
      try connection.all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
    }
    var expectedShared: Set<SharedStep> = []
    for worker in 0..<workers {
      let session = try store.session(of: Step.self, in: "worker \(worker)")
      if session.path != Step.stack(after: transactions) {
        faults.append("worker \(worker) is at step \(session.stepCount)")
      }
      let numbers = try await visits(Step.self, in: "worker \(worker)", of: store).map(\.number)
      if numbers != Array((1...transactions).reversed()) {
        faults.append("worker \(worker) has \(numbers.count) visits of \(transactions)")
      }
      for number in stride(from: 4, through: transactions, by: 4) {
        expectedShared.insert(SharedStep(worker: worker, number: number))
      }
    }
    let shared = try await visits(SharedStep.self, in: "shared", of: store)
    if Set(shared) != expectedShared {
      faults.append("\(Set(shared).count) shared steps of \(expectedShared.count)")
    }
    // A worker saves a shared step and then a step of its own. A kill between the two saves makes
    // the next worker process save the shared step again.
    if shared.count > expectedShared.count + kills {
      faults.append("\(shared.count) visits of \(expectedShared.count) shared steps")
    }
    return faults
  }

  private func visits<R: NavRoute>(
    _ type: R.Type, in scene: String, of store: NavStore
  ) async throws -> [R] {
    let history = store.history(of: type, account: nil)
    return try await allPages {
      try await history.visits(in: NavScene(id: scene), limit: 1_000, after: $0)
    }
    .map(\.route)
  }

  @Test(
    "A save throws busy while a stopped process holds the lock, and its change isn't lost")
  func stoppedWithLock() async throws {
    let temporary = try TemporaryStore {
      $0.busyTimeout = .milliseconds(120)
      $0.countingWaitMilliseconds = 50
    }
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    // This query counts the visit of "a", so that a query during the other process's lock has
    // nothing to count.
    #expect(try await store.history(of: Page.self, account: nil).items().map(\.route) == ["a"])
    let holder = try await holder(of: temporary.url, lock: "write")
    holder.signal(SIGSTOP)

    session.push("b")
    let start = ContinuousClock.now
    var found: NavStore.Error?
    do { try await store.flush() } catch { found = error }
    #expect(found?.code == .busy)
    #expect(found?.isRetriable == true)
    #expect(ContinuousClock.now - start >= .milliseconds(120))
    #expect(code { try store.save(["x"] as [Page], in: "other") } == .busy)
    // A read doesn't wait for the write lock. The session's path includes "b", which is only in
    // memory, and the query returns the committed items.
    #expect(session.trail == "a/b")
    #expect(try await store.history(of: Page.self, account: nil).items().map(\.route) == ["a"])

    holder.signal(SIGKILL)
    holder.waitUntilExit()
    try await store.flush()
    #expect(
      try await store.history(of: Page.self, account: nil).items().map(\.route).contains("b"))
    let again = try temporary.reopenAfterKill()
    #expect(try again.restore(Page.self, in: "main").path == ["a", "b"])
    #expect(try again.restore(Page.self, in: "other").path == ["x"])
  }

  @Test("Commits of another process are visible to restores")
  func changesOfOthers() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    #expect(try store.restore(Step.self, in: "scene 0").path.isEmpty)
    let url = temporary.url
    try await onOwnThread {
      let worker = try BuiltExecutable.named("reliability-worker")
      let process = try SpawnedProcess(worker, ["save", url.path, "rounds=3"])
      #expect(process.readLines() == ["0", "1", "2", "3"])
    }
    #expect(try store.restore(Step.self, in: "scene 0").path == Step.stack(after: 3))
  }

  /// Starts a process, and returns when that process holds a lock on the store.
  private func holder(of url: URL, lock: String) async throws -> SpawnedProcess {
    let worker = try BuiltExecutable.named("reliability-worker")
    let process = try SpawnedProcess(worker, ["hold", url.path, "lock=\(lock)"])
    #expect(process.readLine() == "held")
    return process
  }
}
