import Testing

@testable import NavStore

extension TemporaryStore {
  /// Expects that no item or route in the file, and no visit or item in the history, has the page
  /// `name`.
  func expectForgotten(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await store.flush()
    let left = try store.writer.sync { connection in
      try connection.first(
        """
        SELECT (SELECT count(*) FROM item WHERE key LIKE '%"' || ?1 || '"%')
          + (SELECT count(*) FROM route WHERE payload LIKE '%"' || ?1 || '"%')
        """, name
      ) { $0.int(0) }
    }
    #expect(left == 0, sourceLocation: sourceLocation)
    let visits = try await store.history(of: Page.self, account: nil).visits(limit: 1_000)
    #expect(!visits.contains { $0.route.name == name }, sourceLocation: sourceLocation)
    let recent = try await store.history(of: Page.self, account: nil).items(.recent(limit: 1_000))
    #expect(!recent.contains { $0.route.name == name }, sourceLocation: sourceLocation)
  }
}
