import Testing

@testable import NavStore

extension Writer {
  /// Takes steps of idle work until nothing is left to do, without the pauses between them.
  func finishIdleWork(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try sync { connection in
      for _ in 0..<10_000 where self.idleStep(on: connection) != .more { return }
      Issue.record("Idle work doesn't end", sourceLocation: sourceLocation)
    }
  }
}
