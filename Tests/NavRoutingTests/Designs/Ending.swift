import Foundation
import NavRouting
import NavStore
import TestSupport

/// The way a launch ends.
enum Ending: CaseIterable, Sendable {
  /// The store is closed before the process ends.
  case closed

  /// The process is killed, so the next launch has only the file and its WAL.
  case killed
}

extension TemporaryFolder {
  /// Ends the launch of `store`, and opens its file in a new store, as the next launch does.
  func relaunch(after ending: Ending, of store: NavStore) async throws -> NavStore {
    switch ending {
    case .closed: try await store.close()
    case .killed: try await store.flush()
    }
    return try relaunch()
  }

  /// Returns whether any file of the folder, such as the database or its WAL, contains the text.
  func holds(_ text: String) throws -> Bool {
    precondition(contains(store.lastPathComponent))
    return try names.contains { try bytes($0).range(of: Data(text.utf8)) != nil }

  }
}

extension NavStore {
  /// Returns the routes of all visits, oldest first.
  func seen<R: NavRoute>(_ type: R.Type, account: String = "") async throws -> [R] {
    try await history(of: type, account: account.orSignedOut).visits(limit: 1_000).map(\.route)
      .reversed()
  }
}
