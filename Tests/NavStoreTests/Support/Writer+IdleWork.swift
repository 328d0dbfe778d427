import Testing

@testable import NavStore

extension Writer {
  /// Does all idle work, without the pauses that the idle store makes between two steps.
  func finishIdleWork(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try sync { connection in
      for _ in 0..<10_000 where self.idleStep(on: connection) != 0 { return }
      Issue.record("Idle work doesn't end", sourceLocation: sourceLocation)
    }
  }
}
