import Foundation
import NavStore

extension Row {
  static let batched = Row(
    name: "batched",
    about: """
      a queued navigation: \(count) of a session, written in one transaction by `flush` and folded. \
      Plain C does the same in one transaction, and folds. The target is a throughput of 0.7.
      """,
    unit: "us", target: "ratioToFloor<=1.43",
    contenders: { workspace in
      let file = workspace.file("navstore.sqlite")
      let floorFile = workspace.file("floor.sqlite")
      try await Trip(.small).make(at: file, in: workspace)
      try await Trip(.small).make(at: floorFile, in: workspace)
      let store = try NavStore(url: file, configuration: .unlimited)
      let session = try store.session(Screen.self, for: Trip.scene)
      let floor = try NavigationFloor(floorFile, scene: Trip.scene)
      var (own, ofFloor) = (Trip(.small), Trip(.small))
      return [
        Contender(side: .navstore) {
          try await store.flush()
          let screens = (0..<count).map { _ in own.next() }
          let start = ContinuousClock.now
          for screen in screens { session.replaceTop(with: screen) }
          try await store.flush()
          return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
        },
        Contender(side: .floor) {
          let screens = (0..<count).map { _ in ofFloor.next() }
          let start = ContinuousClock.now
          try floor.navigate(to: screens)
          try floor.settle()
          return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
        },
      ]
    })

  private static let count = 1_024
}
