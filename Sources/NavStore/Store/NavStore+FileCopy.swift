extension NavStore {
  /// Runs `body` while this store writes nothing to its file, for tests. A copy of the file made in
  /// `body` has the same contents as the file after a kill at that moment. All other calls wait.
  package func withoutWriting(_ body: () throws -> Void) throws(NavStore.Error) {
    try writer.sync { _ in try body() }
  }
}
