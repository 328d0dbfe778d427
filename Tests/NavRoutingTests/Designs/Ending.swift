import Foundation
import NavRouting
import NavStore
import TestSupport

/// How a launch ends.
enum Ending: CaseIterable, Sendable {
  /// The store is closed in good order.
  case closed

  /// Nobody closes it: what is in the file and its log is all there is.
  case killed
}

extension TemporaryFolder {
  /// Ends the launch that `store` is of, and opens the file as the next one does.
  func relaunch(after ending: Ending, of store: NavStore) async throws -> NavStore {
    switch ending {
    case .closed: try await store.close()
    case .killed: try await store.flush()
    }
    return try relaunch()
  }

  /// Whether the text stands anywhere in the database, its log or what is set aside of it.
  func holds(_ text: String) throws -> Bool {
    precondition(contains(store.lastPathComponent))
    return try names.contains { try bytes($0).range(of: Data(text.utf8)) != nil }

  }
}

extension NavStore {
  /// What was seen, the oldest first.
  func seen<R: NavRoute>(_ type: R.Type, account: String = "") async throws -> [R] {
    try await history(of: type, account: account.orSignedOut).visits(limit: 1_000).map(\.route)
      .reversed()
  }
}
