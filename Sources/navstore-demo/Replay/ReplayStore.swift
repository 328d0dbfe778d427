import NavStore
import NavStorePlatform

/// Provides the file of a replay's store.
enum ReplayStore {
  /// Calls `body` with the store at `path`, which must hold no scenes. Without a path, calls `body`
  /// with a store in a temporary folder, which is removed after the call.
  static func lend<T>(
    _ path: String?, to body: (URL) async throws(Failure) -> T
  ) async throws(Failure) -> T {
    if let path {
      try await checkIsFresh(path)
      return try await body(URL(fileURLWithPath: path))
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("navstore-replay-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appendingPathComponent("replay.sqlite", isDirectory: false))
  }

  private static func checkIsFresh(_ path: String) async throws(Failure) {
    let store = try NavStore(demoPath: path)
    for notice in store.openReport.notices { complain(notice) }
    let isFresh: Bool
    do throws(NavStore.Error) {
      let visits = try await store.history(of: Screen.self, account: nil).visits(limit: 1)
      isFresh = try store.scenes().isEmpty && visits.isEmpty
      try await store.close()
    } catch {
      throw Failure("The store at \(path.printable) cannot be read: \(error.message)")
    }
    guard isFresh else {
      throw Failure("The store at \(path.printable) is in use; a replay needs a new one.")
    }
  }
}
