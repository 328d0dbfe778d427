extension NavStore {
  /// Runs `body` while this store writes nothing to its file, for tests. A copy of the file made in
  /// `body` has the same contents as the file after a kill during `body`. Other calls that need the
  /// writer's queue wait until `body` returns.
  package func withoutWriting(_ body: () throws -> Void) throws(NavStore.Error) {
    try writer.sync { _ in try body() }
  }
}
