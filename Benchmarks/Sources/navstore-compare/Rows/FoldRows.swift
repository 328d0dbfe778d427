import Foundation
import NavStore

// The rows of the deferred work of a navigation, which is counting and checkpoints. Only some
// navigations wait for it: one in 32 for counting. A sample is the mean time of a navigation minus
// the median time.

extension Row {
  static let index = Row(
    name: "index",
    about: """
      the deferred work of a navigation (counting and checkpoints), at 10,000 visits over 5,000 \
      items. The mean time of \(count) navigations, less their median.
      """,
    unit: "us", target: "ratioToFloor<=1.25",
    contenders: { workspace in
      let store = try await Trip.store(in: workspace)
      let floor = try await Trip.floor(in: workspace)
      return [
        counting(store),
        excess(.floor, next: { $0.next() }, first: floor.finish) {
          try floor.navigate(to: CollectionOfOne($0))
          try floor.settle()
        },
      ]
    })

  static let foldGrowth = Row(
    name: "index-growth",
    about: """
      the same as `index`, at 1,000,000 visits over 50,000 items. The column `baseline` has the time \
      at 10,000 visits over 5,000 items.
      """,
    unit: "us", target: "ratioToBaseline<=3",
    contenders: { workspace in try await Trip.sizes(in: workspace, counting) })

  /// The number of navigations in a sample, which is many times the number of navigations between
  /// two checkpoints.
  private static let count = 2_048

  /// Returns a side that commits navigations with `NavStore.save`.
  private static func counting(
    _ store: NavStore, _ history: LargeHistory = .small, as name: Side = .navstore
  ) -> Contender {
    excess(name, history, next: { $0.nextStack() }, first: { try await Trip.settle(store) }) {
      try store.save($0, in: NavScene(id: Trip.scene))
    }
  }

  /// Returns a side that makes one navigation of a trip after the other. A sample is the mean time
  /// of a navigation minus the median time. The call of `settle` before each sample isn't measured.
  private static func excess<Navigation>(
    _ name: Side, _ history: LargeHistory = .small,
    next: @escaping (inout Trip) -> Navigation,
    first settle: @escaping () async throws -> Void,
    navigate: @escaping (Navigation) throws -> Void
  ) -> Contender {
    var trip = Trip(history)
    return Contender(side: name) {
      try await settle()
      var laps = Laps()
      for _ in 0..<count {
        let navigation = next(&trip)
        try laps.measure { try navigate(navigation) }
      }
      return laps.excess
    }
  }
}
