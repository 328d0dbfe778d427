import Dispatch
import Foundation
import TestSupport
import Testing

@testable import NavStore
@testable import NavStoreInspection

/// The size of the WAL during reads. Reads of this store never prevent the limit of the WAL, but
/// readers in other processes may.
@Suite("A WAL that readers hold")
struct HeldLogTests {
  /// The largest accepted size of the WAL in bytes, twice the size at which a checkpoint is due. A
  /// preempted reader may prevent several attempts of a checkpoint, which are 250 frames apart.
  /// Without any checkpoint, the WAL would be more than twice as long as `bound`.
  private static let bound = 2 * Writer.checkpointFrames * 4_120

  @Test("Endless queries, streams and exports keep the WAL within its limit")
  func ownReaders() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push("first")
    let isOver = Locked(false)
    let answers = Locked(0)
    let readers = [
      Task {
        for await _ in store.history(of: Page.self, account: nil).updates(.recent()) {
          answers.withLock { $0 += 1 }
        }
      },
      Task {
        while !isOver.withLock({ $0 }) {
          for try await _ in store.exportHistory() where isOver.withLock({ $0 }) { break }
          answers.withLock { $0 += 1 }
        }
      },
    ]
    // This export begins before all pushes and is not continued until the end of the test. It must
    // not hold a read snapshot between two of its lines.
    var export = store.exportHistory().makeAsyncIterator()
    _ = try await export.next()
    var longest = 0
    let count = isSoak ? 100_000 : 1_400
    for number in 1...count {
      session.push(Page("page \(number)"))
      if number % 20 == 0 { session.popToRoot() }
      try await store.flush()
      if number % 50 == 0 { longest = max(longest, try await store.logState().bytes) }
    }
    isOver.withLock { $0 = true }
    readers[0].cancel()
    for reader in readers { _ = await reader.result }
    #expect(longest > 0)
    #expect(longest <= Self.bound)
    #expect(try await export.next() != nil)
    print("\(count) commits, \(answers.withLock { $0 }) results: the WAL was \(longest) bytes long")
  }

  @Test("Another program's endless snapshot is reported and delays no commit")
  func foreignReader() async throws {
    let temporary = try TemporaryStore { $0.idleMilliseconds = 86_400_000 }
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push("first")
    try await store.flush()
    #expect(try await store.logState().heldSince == nil)
    let (path, isHeld) = (temporary.url.path, AsyncStream.makeStream(of: Never.self))
    let mayEnd = DispatchSemaphore(value: 0)
    defer { mayEnd.signal() }
    let holding = Task {
      try await onOwnThread {
        defer { isHeld.continuation.finish() }
        let worker = try BuiltExecutable.named("reliability-worker")
        let holder = try SpawnedProcess(worker, ["hold", path, "lock=read"])
        #expect(holder.readLine() == "held")
        isHeld.continuation.finish()
        mayEnd.wait()
        holder.signal(SIGKILL)
        holder.waitUntilExit()
      }
    }
    for await _ in isHeld.stream {}

    var noticed = 0
    // Pushes a page with a long name, so that the commit takes several frames of the WAL.
    func visit(_ number: Int) async throws {
      if number % 20 == 0 { session.popToRoot() }
      session.push(Page("page \(number) " + String(repeating: "x", count: 9_000)))
      try await store.flush()
    }
    while noticed < 900 {
      noticed += 1
      try await visit(noticed)
      if try await store.logState().heldSince != nil { break }
    }
    #expect(noticed < 900)
    #expect(try await store.logState().heldSince == temporary.clock.now)
    #expect(try await store.logState().bytes >= Writer.checkpointFrames * 4_096)
    // After a failed checkpoint, the next attempt is made only after 250 more frames, not at each
    // commit.
    let writer = store.writer
    func fewestFrames() -> Int {
      writer.queue.sync { writer.maintenance.failedCheckpoints.fewestFrames }
    }
    let attempt = fewestFrames()
    for number in 1...10 { try await visit(noticed + number) }
    #expect(fewestFrames() == attempt)
    var number = noticed + 10
    while try await store.logState().bytes < 2 * Writer.checkpointFrames * 4_200 {
      number += 1
      try await visit(number)
    }
    try await rest(store)
    let retryMilliseconds = writer.queue.sync {
      writer.maintenance.failedCheckpoints.retryMilliseconds
    }
    #expect(retryMilliseconds >= 1_000)

    mayEnd.signal()
    try await holding.value
    try await rest(store)
    // The WAL has been copied into the database and truncated to zero bytes.
    #expect(try await store.logState() == (0, nil))
    try await store.suspend()
    #expect(try await store.logState() == (0, nil))
  }

  /// Does all idle work, including the checkpoint after the last step.
  private func rest(_ store: NavStore) async throws {
    while try await store.writer.async({ store.writer.idleStep(on: $0) }) == 0 {}
    // Waits until the queue on which all writes run has made the checkpoint that a commit has
    // scheduled.
    try await store.writer.async { _ in }
  }
}
