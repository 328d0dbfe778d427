import Foundation
import NavStore

// All that comes later of a navigation: what many of them take beyond the usual one. That is
// folding, which one in 32 finds due, and moving the log into the database.

extension Row {
  static let fold = Row(
    name: "fold",
    about: """
      all later work of a visit, folding and checkpointing, at 10,000 visits over 5,000 items: \
      what \(count) navigations take beyond as many usual ones.
      """,
    unit: "us", target: "ratioToFloor<=1.25",
    contenders: { workspace in
      let file = workspace.file("navstore.sqlite")
      let floorFile = workspace.file("floor.sqlite")
      try await Trip(.small).make(at: file, in: workspace)
      try await Trip(.small).make(at: floorFile, in: workspace)
      let floor = try NavigationFloor(floorFile, scene: Trip.scene)
      var trip = Trip(.small)
      return [
        folding(try NavStore(url: file, configuration: .unlimited), .small, as: .navstore),
        Contender(side: .floor) {
          try floor.finish()
          var laps = Laps()
          for _ in 0..<count {
            let screen = trip.next()
            try laps.measure {
              try floor.navigate(to: CollectionOfOne(screen))
              try floor.settle()
            }
          }
          return laps.excess
        },
      ]
    })

  static let foldGrowth = Row(
    name: "fold-growth",
    about: """
      the same at 1,000,000 visits over 50,000 items; the baseline is at 10,000 over 5,000.
      """,
    unit: "us", target: "ratioToBaseline<=3",
    contenders: { workspace in
      let file = workspace.file("large.sqlite")
      let smallFile = workspace.file("small.sqlite")
      try await Trip(.large).make(at: file, in: workspace)
      try await Trip(.small).make(at: smallFile, in: workspace)
      return [
        folding(try NavStore(url: file, configuration: .unlimited), .large, as: .navstore),
        folding(try NavStore(url: smallFile, configuration: .unlimited), .small, as: .baseline),
      ]
    })

  /// Many times what is between two checkpoints.
  private static let count = 2_048

  private static func folding(
    _ store: NavStore, _ history: LargeHistory, as side: Side
  ) -> Contender {
    var trip = Trip(history)
    return Contender(side: side) {
      try await Trip.settle(store)
      var laps = Laps()
      for _ in 0..<count {
        let stack = trip.nextStack()
        try laps.measure { try store.save(stack, in: Trip.scene) }
      }
      return laps.excess
    }
  }
}
