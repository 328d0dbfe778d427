extension NavStore {
  /// Runs `body` while this store writes nothing to its file, so that a copy made in it is what a
  /// process that is killed now leaves behind. Everybody else waits: for tests.
  package func withoutWriting(_ body: () throws -> Void) throws(NavStore.Error) {
    try writer.sync { _ in try body() }
  }
}
