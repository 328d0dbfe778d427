import Foundation
import NavStore
import Peers

// The rows of a committed navigation at depth 5 to a route that the file contains. A sample is a
// median. It therefore excludes counting and checkpoints, which follow at most one navigation in
// 32.

extension Row {
  static let commit = Row(
    name: "commit",
    about: """
      one navigation to a known route at depth 5 by `save(_:in:)`, encoded and committed before \
      the call returns. Plain C stores the JSON of a `JSONEncoder` with the same settings, encoded \
      within the measured time. GRDB writes a record with the whole stack as JSON and a record for \
      the visit, in one write of a DatabasePool. UserDefaults encodes the whole stack by \
      `JSONEncoder` and calls `set`, which writes nothing yet on Linux (see `userdefaults`).
      """,
    unit: "us", target: "ratioToFloor<=1.25,ratioToGRDB<=0.4",
    contenders: { workspace in
      let store = try await Trip.store(in: workspace)
      let floor = try await Trip.floor(in: workspace)
      let grdb = try GRDBStacks(workspace.file("grdb.sqlite"))
      let defaults = Defaults()
      return [
        saving(store),
        side(.floor, next: { $0.next() }, then: floor.settle) {
          try floor.navigate(to: CollectionOfOne($0))
        },
        side(.grdb, next: { $0.nextStack() }) { try grdb.save($0, in: Trip.scene) },
        side(.userdefaults, next: { $0.nextStack() }) { try defaults.set($0, in: Trip.scene) },
      ]
    })

  static let commitFlush = Row(
    name: "commit-flush",
    about: """
      the navigation of `commit` from asynchronous code, by `set` on a session and `flush`. Plain C \
      works on a serial queue that is awaited, as NavStore does.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      let store = try await Trip.store(in: workspace)
      let session = try store.session(of: Screen.self, in: Trip.scene)
      let queue = FloorQueue(try await Trip.floor(in: workspace))
      return [
        awaiting(.navstore, next: { $0.nextStack() }) {
          session.set($0)
          try await store.flush()
        },
        awaiting(.floor, next: { $0.next() }, then: queue.settle) {
          try await queue.navigate(to: $0)
        },
      ]
    })

  static let commitGRDBSchema = Row(
    name: "commit-grdb-schema",
    about: """
      the navigation of `commit`. GRDB uses NavStore's own schema and cached statements on a \
      DatabasePool, and finds the route by its hash.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      let file = try await Trip.file("grdb.sqlite", .small, in: workspace)
      let grdb = try GRDBNavigator(file, scene: Trip.scene)
      return [
        saving(try await Trip.store(in: workspace)),
        side(.grdb, next: { $0.next() }) { try grdb.navigate(to: $0) },
      ]
    })

  static let commitGrowth = Row(
    name: "commit-growth",
    about: """
      the same work as `commit`, in a file with 1,000,000 visits of 50,000 items. The baseline is \
      NavStore in a file with 10,000 visits of 5,000 items. Plain C takes longer here than in \
      `commit` because SQLite does more in a larger file.
      """,
    unit: "us", target: "ratioToBaseline<=1.2",
    contenders: { workspace in
      let floor = try await Trip.floor(.large, in: workspace)
      return try await Trip.sizes(in: workspace, saving) + [
        side(.floor, .large, next: { $0.next() }, then: floor.settle) {
          try floor.navigate(to: CollectionOfOne($0))
        }
      ]
    })

  static let userDefaults = Row(
    name: "userdefaults",
    about: """
      the navigation of `commit`. UserDefaults encodes the whole stack by `JSONEncoder`, and calls \
      `set` and `synchronize`. In Linux's Foundation, only `synchronize` writes the file.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      let defaults = Defaults()
      return [
        saving(try await Trip.store(in: workspace)),
        side(.userdefaults, next: { $0.nextStack() }) {
          try defaults.set($0, in: Trip.scene)
          defaults.synchronize()
        },
      ]
    })

  private static let lapCount = 320

  /// Returns a side that commits navigations with `NavStore.save`.
  private static func saving(
    _ store: NavStore, _ history: LargeHistory = .small, as name: Side = .navstore
  ) -> Contender {
    side(name, history, next: { $0.nextStack() }) {
      try store.save($0, in: NavScene(id: Trip.scene))
    }
  }

  /// Returns a side that makes one navigation of a trip after the other. A sample is the median
  /// time of a navigation. The call of `settle` after each navigation isn't measured.
  private static func side<Navigation>(
    _ name: Side, _ history: LargeHistory = .small,
    next: @escaping (inout Trip) -> Navigation,
    then settle: @escaping () throws -> Void = {},
    navigate: @escaping (Navigation) throws -> Void
  ) -> Contender {
    var trip = Trip(history)
    return Contender(side: name) {
      var laps = Laps()
      for _ in 0..<lapCount {
        let navigation = next(&trip)
        try laps.measure { try navigate(navigation) }
        try settle()
      }
      return laps.median
    }
  }

  /// Returns a side that awaits one navigation of a trip after the other. A sample is the median
  /// time of a navigation. The call of `settle` after each navigation isn't measured.
  private static func awaiting<Navigation>(
    _ name: Side, next: @escaping (inout Trip) -> Navigation,
    then settle: @escaping () async throws -> Void = {},
    navigate: @escaping (Navigation) async throws -> Void
  ) -> Contender {
    var trip = Trip(.small)
    return Contender(side: name) {
      var laps = Laps()
      for _ in 0..<lapCount {
        let navigation = next(&trip)
        try await laps.measure { try await navigate(navigation) }
        try await settle()
      }
      return laps.median
    }
  }
}
