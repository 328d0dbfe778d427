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

  /// What keeps the file from being opened.
  enum Obstacle: CaseIterable {
    case text, newerSchema, readOnlyFolder

    var code: NavStore.Error.Code {
      switch self {
      case .text: .notAStore
      case .newerSchema: .newerStore
      case .readOnlyFolder: .readOnly
      }
    }
  }

  @Test(
    "A file that can't be opened: the router has a problem, flushing throws, the log says so",
    arguments: Obstacle.allCases)
  func unopened(_ obstacle: Obstacle) async throws {
    let file = folder.file("NavStore.sqlite")
    switch obstacle {
    case .text: try Data("A diary.".utf8).write(to: file)
    case .newerSchema:
      try await NavStore(url: file).close()
      // The highest byte of `user_version`.
      var bytes = try Data(contentsOf: file)
      bytes[60] = 1
      try bytes.write(to: file)
    case .readOnlyFolder:
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    }
    let before = try? Data(contentsOf: file)
    let log = LogRecorder(of: "The store works in memory")
    let configuration = NavStore.Configuration(folder: .url(folder.url))
    let store =
      obstacle == .readOnlyFolder
      ? Unprivileged.run { NavStore.openStandard(configuration) }
      : NavStore.openStandard(configuration)
    let window = NavWindow(store: store)
    let router = window.router(NumberRoute.self)
    #expect(router.problem?.code == obstacle.code)
    #expect(window.problem?.code == obstacle.code)
    router.push(1)
    try window.setValue(7, named: "zoom")
    #expect(router.problem?.code == obstacle.code)
    #expect(await code { try await router.flush() } == obstacle.code)
    #expect(await code { try await window.flush() } == obstacle.code)
    #expect(log.lines.contains { $0.contains("\(obstacle.code)") })
    #expect(router.path == [1])
    #expect((try? Data(contentsOf: file)) == before)
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
    #expect(await code { try await router.flush() } == .diskFull)
    #expect(await code { try await window.flush() } == .diskFull)
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
    #expect(await code { try await window.flush() } == .diskFull)
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
    #expect(window.problem?.code == .accountErased)
    #expect(await code { try await window.flush() } == .accountErased)
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

  private func code(_ body: () async throws -> Void) async -> NavStore.Error.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? NavStore.Error)?.code
    }
  }
}
