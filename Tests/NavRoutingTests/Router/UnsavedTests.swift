import FaultVFS
import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// Routers and windows of a store that can't save: its file can't be opened, or the disk is full.
@MainActor
@Suite("Routers and windows of a store that can't save")
struct UnsavedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file that is no store: the router has a problem, flushing throws, the log says so")
  func foreignFile() async throws {
    try Data("A diary.".utf8).write(to: folder.file("NavStore.sqlite"))
    let log = LogRecorder(of: "The store works in memory")
    let store = NavStore.openStandard(NavStore.Configuration(folder: .url(folder.url)))
    let window = NavWindow(store: store)
    let router = window.router(NumberRoute.self)
    #expect(router.problem?.reason == .notAStore)
    #expect(window.problem?.reason == .notAStore)
    router.push(1)
    try window.setValue(7, named: "zoom")
    #expect(router.problem?.reason == .notAStore)
    #expect(await reason { try await router.flush() } == .notAStore)
    #expect(await reason { try await window.flush() } == .notAStore)
    #expect(log.lines.contains { $0.contains("fileUnusable") })
    #expect(router.path == [1])
    #expect(try folder.bytes("NavStore.sqlite") == Data("A diary.".utf8))
  }

  @Test(
    "A full disk: router and window have a problem until a save succeeds, and views are notified",
    arguments: [false, true])
  func fullDisk(isWindow: Bool) async throws {
    let disk = FaultVFS()
    var configuration = NavStore.Configuration()
    configuration.vfs = disk.name
    let store = try NavStore(url: folder.store, configuration: configuration)
    let window = NavWindow(store: store)
    let router = window.router(NumberRoute.self)
    router.push(1)
    try await window.flush()
    let problem = { isWindow ? window.problem : router.problem }
    #expect(problem() == nil)

    disk.setHook { FaultVFS.verdict(on: $0, as: .diskFull) }
    router.push(2)
    // Nothing flushes: the save that fails is the one that the end of the turn schedules.
    await told(of: problem) { router.session.core.endTurn() }
    #expect(problem()?.code == .diskFull)
    #expect(await reason { try await router.flush() } == .diskFull)
    #expect(await reason { try await window.flush() } == .diskFull)
    #expect(problem()?.code == .diskFull)

    disk.setHook(nil)
    // The router's observers are notified by the save, and not by a change.
    await told(of: problem) { Task { try await window.flush() } }
    #expect(problem() == nil)
    #expect(try folder.relaunch().restore(NumberRoute.self, in: "main").stack == [1, 2])
  }

  @Test("A problem ends when the change that could not be saved is undone")
  func undone() async throws {
    let disk = FaultVFS()
    var configuration = NavStore.Configuration()
    configuration.vfs = disk.name
    let store = try NavStore(url: folder.store, configuration: configuration)
    let window = NavWindow(store: store)
    try window.setValue(7, named: "zoom")
    disk.setHook { FaultVFS.verdict(on: $0, as: .diskFull) }
    let router = window.router(NumberRoute.self)
    router.push(1)
    #expect(await reason { try await window.flush() } == .diskFull)
    #expect(window.problem?.code == .diskFull)
    disk.setHook(nil)
    router.pop()
    try await window.flush()
    #expect(window.problem == nil && router.problem == nil)
  }

  @Test("An account that was erased as it signed out is the window's problem until it signs in")
  func erasedAccount() async throws {
    let store = try NavStore(url: folder.store)
    let window = NavWindow(store: store, account: "ada")
    window.router(NumberRoute.self).push(1)
    try await window.flush()
    #expect(window.problem == nil)
    await told(of: { window.problem }) {
      Task { try await store.erase(.account("ada", signingOut: true)) }
    }
    #expect(window.problem?.reason == .accountErased)
    #expect(await reason { try await window.flush() } == .accountErased)
    window.account = "bob"
    #expect(window.problem == nil)
    try await window.flush()
  }

  /// Returns when observers of `property` were told of a change after `body`.
  private func told(
    of property: () -> NavStore.Error?, after body: () -> Void
  ) async {
    await withCheckedContinuation { told in
      withObservationTracking {
        _ = property()
      } onChange: {
        told.resume()
      }
      body()
    }
  }

  private func reason(_ body: () async throws -> Void) async -> NavStore.Error.Reason? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? NavStore.Error)?.reason
    }
  }
}
