import Foundation
import NavStoreSQLite
import Testing

@testable import NavStore

@Suite("The stream of failed saves")
struct SaveFailuresTests {
  private let temporary: TemporaryStore
  private let other: Connection

  init() throws {
    temporary = try TemporaryStore { $0.busyTimeout = .zero }
    other = try temporary.rawConnection()
  }

  /// Returns an iterator over the errors of saves that fail after this call.
  private func listen() -> NavUpdates<NavStore.Error>.AsyncIterator {
    temporary.store.saveFailures.makeAsyncIterator()
  }

  @Test("Every listener receives each failed attempt, until a save succeeds")
  func attempts() async throws {
    var first = listen()
    var second = listen()
    let session = try temporary.store.session(of: Page.self, in: "main")
    try other.run("BEGIN IMMEDIATE")
    // The store tries to save the push by itself, without a call of `flush`.
    session.push("a")
    #expect(await first.next()?.code == .busy)
    #expect(await second.next()?.code == .busy)
    // Each of the four saves below throws its error, and the listeners receive the error, too.
    for _ in 0..<3 { #expect(await code { try await temporary.store.flush() } == .busy) }
    #expect(code { try temporary.store.save(["b"] as [Page], in: "main") } == .busy)
    try other.run("ROLLBACK")
    try await temporary.store.flush()
    try await temporary.store.close()
    var rest: [NavStore.Error] = []
    while let error = await first.next() { rest.append(error) }
    #expect(rest.count >= 4)
    #expect(rest.allSatisfy { $0.code == .busy && $0.isRetriable && $0.sqliteCode != nil })
    try temporary.reopenAfterKill()
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["b"])
  }

  @Test("A failed save is retried automatically and reported each time")
  func retries() async throws {
    var failures = listen()
    let session = try temporary.store.session(of: Page.self, in: "main")
    try other.run("BEGIN IMMEDIATE")
    session.push("a")
    #expect(await failures.next() != nil)
    #expect(await failures.next() != nil, "The retry after a second fails too.")
    try other.run("ROLLBACK")
    #expect(session.path == ["a"])
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["a"])
  }

  @Test("A failed save of a scene value is retried, unless the value has been set again")
  func values() async throws {
    var failures = listen()
    try other.run("BEGIN IMMEDIATE")
    try temporary.store.keepSceneValue(1, named: "a", in: "main")
    try temporary.store.keepSceneValue(1, named: "b", in: "main")
    #expect(await failures.next()?.code == .busy)
    try temporary.store.keepSceneValue(2, named: "b", in: "main")
    #expect(try temporary.store.sceneValue(Int.self, named: "a", in: "main") == 1)
    #expect(try temporary.store.sceneValue(Int.self, named: "b", in: "main") == 2)
    try other.run("ROLLBACK")
    try await temporary.store.flush()
    try temporary.store.keepSceneValue(nil as Int?, named: "a", in: "main")
    #expect(try temporary.store.sceneValue(Int.self, named: "a", in: "main") == nil)
    try temporary.store.keepSceneValue(3, named: "b", in: "main")
    try temporary.store.setSceneValue(4, named: "b", in: "main")
    try await temporary.relaunch()
    #expect(try temporary.store.sceneValue(Int.self, named: "a", in: "main") == nil)
    #expect(try temporary.store.sceneValue(Int.self, named: "b", in: "main") == 4)
  }

  @Test("A canceled listener is removed, and closing the store ends the stream")
  func ending() async throws {
    let store = temporary.store
    let hub = store.writer.failures
    do {
      let task = Task { for await _ in store.saveFailures {} }
      while hub.count == 0 { await Task.yield() }
      task.cancel()
      await task.value
    }
    #expect(hub.count == 0)
    let task = Task {
      var count = 0
      for await _ in store.saveFailures { count += 1 }
      return count
    }
    while hub.count == 0 { await Task.yield() }
    try await store.close()
    #expect(await task.value == 0)
    var late = store.saveFailures.makeAsyncIterator()
    #expect(await late.next() == nil)
  }
}
