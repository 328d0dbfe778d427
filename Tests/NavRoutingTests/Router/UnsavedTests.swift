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

  /// An obstacle that prevents the store from opening its file.
  enum Obstacle: CaseIterable {
    case text, newerSchema, readOnlyFolder

    var reason: NavStore.Error.Reason {
      switch self {
      case .text: .notAStore
      case .newerSchema: .newerStore
      case .readOnlyFolder: .readOnly
      }
    }
  }

  @Test(
    "If the file can't be opened, the router has a logged problem, and flushing throws",
    arguments: Obstacle.allCases)
  func unopened(_ obstacle: Obstacle) async throws {
    let file = folder.file("NavStore.sqlite")
    switch obstacle {
    case .text: try Data("A diary.".utf8).write(to: file)
    case .newerSchema:
      try await NavStore(url: file).close()
      // Byte 60 is the highest byte of `user_version`, the version of the schema.
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
    let window = NavWindow(scene: .main, store: store)
    let router = window.router(NumberRoute.self)
    #expect(router.problem?.reason == obstacle.reason)
    #expect(window.problem?.reason == obstacle.reason)
    router.push(1)
    window.setValue(7, named: "zoom")
    #expect(router.problem?.reason == obstacle.reason)
    #expect(await reason { try await router.flush() } == obstacle.reason)
    #expect(await reason { try await window.flush() } == obstacle.reason)
    #expect(log.lines.contains { $0.contains("fileUnusable") })
    #expect(router.path == [1])
    #expect((try? Data(contentsOf: file)) == before)
  }

  @Test(
    "On a full disk, router and window have an observable problem until a save succeeds",
    arguments: [false, true])
  func fullDisk(isWindow: Bool) async throws {
    let disk = FaultVFS()
    var configuration = NavStore.Configuration()
    configuration.vfs = disk.name
    // No timer runs, so that the turn is not saved before its end.
    configuration.life = .frozen
    let store = try NavStore(url: folder.store, configuration: configuration)
    let window = NavWindow(scene: .main, store: store)
    let router = window.router(NumberRoute.self)
    router.push(1)
    try await window.flush()
    let problem = { isWindow ? window.problem : router.problem }
    #expect(problem() == nil)

    disk.setHook { FaultVFS.verdict(on: $0, as: .diskFull) }
    router.push(2)
    // No call flushes the push. The end of the turn schedules a save, which fails.
    await notification(of: problem) { router.session.core.endTurn() }
    #expect(problem()?.code == .diskFull)
    #expect(await reason { try await router.flush() } == .diskFull)
    #expect(await reason { try await window.flush() } == .diskFull)
    #expect(problem()?.code == .diskFull)

    disk.setHook(nil)
    // This flush changes no route. Its successful save notifies the observers of `problem`.
    await notification(of: problem) { Task { try await window.flush() } }
    #expect(problem() == nil)
    #expect(try folder.relaunch().restore(NumberRoute.self, in: "main").path == [1, 2])
  }

  @Test("A problem ends when the change that could not be saved is undone")
  func undone() async throws {
    let disk = FaultVFS()
    var configuration = NavStore.Configuration()
    configuration.vfs = disk.name
    let store = try NavStore(url: folder.store, configuration: configuration)
    let window = NavWindow(scene: .main, store: store)
    window.setValue(7, named: "zoom")
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

  @Test("An erased account is a problem of its windows, but not of later windows")
  func erasedAccount() async throws {
    let store = try NavStore(url: folder.store)
    let window = NavWindow(scene: .main, account: "ada", store: store)
    window.router(NumberRoute.self).push(1)
    try await window.flush()
    #expect(window.problem == nil)
    await notification(of: { window.problem }) {
      Task { try await store.eraseAccount("ada") }
    }
    #expect(window.problem?.reason == .accountErased)
    #expect(await reason { try await window.flush() } == .accountErased)
    let later = NavWindow(scene: .main, account: "ada", store: store)
    #expect(later.problem == nil)
    try await later.flush()
  }

  /// Calls `body`, and returns when the observers of `property` have been notified of a change.
  private func notification(
    of property: () -> NavStore.Error?, after body: () -> Void
  ) async {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = property()
      } onChange: {
        continuation.resume()
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
