import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// A standard store that works in memory because its file can't be opened.
@Suite("A standard store whose file can't be opened")
struct UnopenedStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// An obstacle that prevents the store from opening its file.
  enum Obstacle: String, CaseIterable {
    case text, newerSchema, readOnlyFolder, fileInPlaceOfFolder

    var reason: NavStore.Error.Reason {
      switch self {
      case .text: .notAStore
      case .newerSchema: .newerStore
      case .readOnlyFolder: .readOnly
      case .fileInPlaceOfFolder: .unreadable
      }
    }
  }

  private func open(_ obstacle: Obstacle) async throws -> NavStore {
    let file = folder.file("NavStore.sqlite")
    var place = folder.url
    switch obstacle {
    case .text: try Data("A diary.".utf8).write(to: file)
    case .newerSchema:
      try await NavStore(url: file).close()
      let connection = try Database.openUnread(path: file.path, vfs: nil)
      try connection.runScript("PRAGMA user_version = 9999")
      connection.close()
    case .readOnlyFolder:
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    case .fileInPlaceOfFolder:
      place = folder.file("file")
      try Data("A file.".utf8).write(to: place)
    }
    let configuration = NavStore.Configuration(folder: .url(place))
    guard obstacle == .readOnlyFolder else { return NavStore.openStandard(configuration) }
    return Unprivileged.run { NavStore.openStandard(configuration) }
  }

  @Test(
    "Flushing and closing throw the reason why the file can't be opened",
    arguments: Obstacle.allCases, [false, true])
  func throwing(_ obstacle: Obstacle, hasChanges: Bool) async throws {
    let store = try await open(obstacle)
    #expect(store.openReport.fallbackReason?.reason == obstacle.reason)
    if hasChanges { try store.save(["a"] as [Page], in: "main") }
    #expect(await reason { try await store.flush() } == obstacle.reason)
    #expect(await reason { try await store.close() } == obstacle.reason)
    #expect(reason { try store.closeNow() } == obstacle.reason)
    #expect(try store.restore(Page.self, in: "main").path == (hasChanges ? ["a"] : []))
  }

  @Test("A store that is in memory on purpose flushes and closes")
  func onPurpose() async throws {
    let store = NavStore.openStandard(NavStore.Configuration(folder: .memory))
    try store.save(["a"] as [Page], in: "main")
    try await store.flush()
    try await store.close()
  }
}
