import Foundation
import NavStore

extension Row {
  static let batched = Row(
    name: "batched",
    about: """
      one of \(count) queued navigations of a session, which `flush` writes in one transaction. \
      There are \(batches) such batches, and the visits of a batch are counted during the next \
      one. Plain C counts after each batch. The target is 0.7 of plain C's throughput.
      """,
    unit: "us", target: "ratioToFloor<=1.43",
    contenders: { workspace in
      let store = try await Trip.store(in: workspace)
      let session = try store.session(of: Screen.self, in: Trip.scene)
      let floor = try await Trip.floor(in: workspace)
      return [
        batches(.navstore, first: { try await store.flush() }) { screens in
          for screen in screens { session.replaceTop(with: screen) }
          try await store.flush()
        },
        batches(.floor, first: {}) { screens in
          try floor.navigate(to: screens)
          try floor.settle()
        },
      ]
    })

  private static let count = 1_024

  /// The number of batches in a sample. With one batch, it would depend on timing whether the
  /// sample includes the counting of the batch's visits.
  private static let batches = 8

  /// Returns a side that calls `navigate` with a batch of screens, several times in a sample. The
  /// sample is the mean time per screen. The call of `settle` before each sample isn't measured.
  private static func batches(
    _ side: Side, first settle: @escaping () async throws -> Void,
    navigate: @escaping ([Screen]) async throws -> Void
  ) -> Contender {
    var trip = Trip(.small)
    return Contender(side: side) {
      try await settle()
      let screens = (0..<batches).map { _ in (0..<count).map { _ in trip.next() } }
      let start = ContinuousClock.now
      for batch in screens { try await navigate(batch) }
      return (ContinuousClock.now - start) / .microseconds(1) / Double(batches * count)
    }
  }
}
