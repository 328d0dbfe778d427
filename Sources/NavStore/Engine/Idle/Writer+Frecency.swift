import NavStoreSQLite

// Frecency after a change of the half-life: counted anew in small steps, when idle or when asked.

extension Writer {
  /// On the queue: one step; false if there was nothing to do.
  func rescoreStep(
    on connection: Connection, visits: Int = RescoreTable.visitsPerStep
  ) throws -> Bool {
    let table = RescoreTable(db: connection, frecency: frecency)
    guard try table.step(&maintenance.rescoring, visits: visits) else { return false }
    checkpointIfDue(connection)
    return true
  }

  /// All steps that are left; saves come in between.
  func rescoreAll() async throws(NavStore.Error) {
    while try await async({ connection in try self.rescoreStep(on: connection) }) {}
  }
}

extension NavStore {
  /// As ``Reader/read(_:)``, for what needs frecency by the half-life of this store.
  ///
  /// If that cannot be written just now, the answer is by what is in the file.
  func readFrecency<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T
  ) async throws(NavStore.Error) -> T {
    let answer = Answer<T>()
    try await runRescored(answer.of(body))
    return try answer.get()
  }

  private func runRescored(
    _ body: @escaping @Sendable (Connection) throws -> Void
  ) async throws(NavStore.Error) {
    let frecency = configuration.frecency
    let use = writer.uses.begin()
    defer { writer.uses.end(use) }
    let isRescored = try await reader.read { connection in
      guard try RescoreTable(db: connection, frecency: frecency).isRight() else { return false }
      try body(connection)
      return true
    }
    if isRescored { return }
    do {
      try await writer.rescoreAll()
    } catch  where error.reason != .closed {
      // As with what waits to be saved: the question can be answered without it.
    }
    try await reader.read(body)
  }
}
