extension NavStore {
  /// Runs `body` while this store writes nothing to its file, for tests. A copy of the file made in
  /// `body` is what a kill at that moment would leave. All other calls wait.
  package func withoutWriting(_ body: () throws -> Void) throws(NavStore.Error) {
    try writer.sync { _ in try body() }
  }
}
