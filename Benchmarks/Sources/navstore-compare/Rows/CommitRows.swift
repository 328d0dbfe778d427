import Foundation
import NavStore

// One navigation at depth 5 to a route that is known, committed: the usual one of many, so without
// the folding and checkpointing that follow one in 32 (see `FoldRows.swift`).

extension Row {
  static let commit = Row(
    name: "commit",
    about: """
      one navigation to a known route at depth 5, encoded and committed before the call returns: \
      `save(_:in:)`. Plain C takes its JSON from the same `JSONEncoder` settings, encoded within the \
      time that is measured. GRDB: a DatabasePool, a record with the whole stack as JSON and a \
      record for the visit, in one write. UserDefaults: the whole stack by `JSONEncoder`, and \
      `set`, which on Linux writes nothing yet (see `userdefaults`).
      """,
    unit: "us", target: "ratioToFloor<=1.25,ratioToGRDB<=1.0",
    contenders: { workspace in
      let file = workspace.file("navstore.sqlite")
      let floorFile = workspace.file("floor.sqlite")
      try await Trip(.small).make(at: file, in: workspace)
      try await Trip(.small).make(at: floorFile, in: workspace)
      let floor = try NavigationFloor(floorFile, scene: Trip.scene)
      let grdb = try GRDBStacks(workspace.file("grdb.sqlite"))
      let defaults = Defaults()
      var (ofFloor, ofGRDB, ofDefaults) = (Trip(.small), Trip(.small), Trip(.small))
      return [
        saving(try NavStore(url: file, configuration: .unlimited), .small, as: .navstore),
        Contender(side: .floor) {
          var laps = Laps()
          for _ in 0..<lapCount {
            let screen = ofFloor.next()
            try laps.measure { try floor.navigate(to: CollectionOfOne(screen)) }
            try floor.settle()
          }
          return laps.median
        },
        Contender(side: .grdb) {
          var laps = Laps()
          for _ in 0..<lapCount {
            let stack = ofGRDB.nextStack()
            try laps.measure { try grdb.save(stack, in: Trip.scene) }
          }
          return laps.median
        },
        Contender(side: .userdefaults) {
          var laps = Laps()
          for _ in 0..<lapCount {
            let stack = ofDefaults.nextStack()
            try laps.measure { try defaults.set(stack, in: Trip.scene) }
          }
          return laps.median
        },
      ]
    })

  static let commitFlush = Row(
    name: "commit-flush",
    about: """
      the same navigation from asynchronous code: `push` after `pop` on a session, and `flush`. \
      Plain C does its part on a serial queue that is awaited, as NavStore's is.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      let file = workspace.file("navstore.sqlite")
      let floorFile = workspace.file("floor.sqlite")
      try await Trip(.small).make(at: file, in: workspace)
      try await Trip(.small).make(at: floorFile, in: workspace)
      let store = try NavStore(url: file, configuration: .unlimited)
      let session = try store.session(Screen.self, for: Trip.scene)
      let queue = FloorQueue(try NavigationFloor(floorFile, scene: Trip.scene))
      var (own, ofFloor) = (Trip(.small), Trip(.small))
      return [
        Contender(side: .navstore) {
          var laps = Laps()
          for _ in 0..<lapCount {
            let stack = own.nextStack()
            try await laps.measure {
              session.update(to: stack)
              try await store.flush()
            }
          }
          return laps.median
        },
        Contender(side: .floor) {
          var laps = Laps()
          for _ in 0..<lapCount {
            let screen = ofFloor.next()
            try await laps.measure { try await queue.navigate(to: screen) }
            try await queue.settle()
          }
          return laps.median
        },
      ]
    })

  static let commitGRDBSchema = Row(
    name: "commit-grdb-schema",
    about: """
      the navigation of `commit`; GRDB with NavStore's own schema and statements, cached, the \
      route found by its hash, on a DatabasePool.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      let file = workspace.file("navstore.sqlite")
      let grdbFile = workspace.file("grdb.sqlite")
      try await Trip(.small).make(at: file, in: workspace)
      try await Trip(.small).make(at: grdbFile, in: workspace)
      let grdb = try GRDBNavigator(grdbFile, scene: Trip.scene)
      var trip = Trip(.small)
      return [
        saving(try NavStore(url: file, configuration: .unlimited), .small, as: .navstore),
        Contender(side: .grdb) {
          var laps = Laps()
          for _ in 0..<lapCount {
            let screen = trip.next()
            try laps.measure { try grdb.navigate(to: screen) }
          }
          return laps.median
        },
      ]
    })

  static let commitGrowth = Row(
    name: "commit-growth",
    about: """
      the navigation of `commit` at 1,000,000 visits over 50,000 items; the baseline is the same \
      at 10,000 over 5,000.
      """,
    unit: "us", target: "ratioToBaseline<=1.2",
    contenders: { workspace in
      let file = workspace.file("large.sqlite")
      let smallFile = workspace.file("small.sqlite")
      try await Trip(.large).make(at: file, in: workspace)
      try await Trip(.small).make(at: smallFile, in: workspace)
      return [
        saving(try NavStore(url: file, configuration: .unlimited), .large, as: .navstore),
        saving(try NavStore(url: smallFile, configuration: .unlimited), .small, as: .baseline),
      ]
    })

  static let userDefaults = Row(
    name: "userdefaults",
    about: """
      the navigation of `commit`; UserDefaults: the whole stack by `JSONEncoder`, `set` and \
      `synchronize`, which on Linux is what writes its file. Linux's Foundation.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      let file = workspace.file("navstore.sqlite")
      try await Trip(.small).make(at: file, in: workspace)
      let defaults = Defaults()
      var trip = Trip(.small)
      return [
        saving(try NavStore(url: file, configuration: .unlimited), .small, as: .navstore),
        Contender(side: .userdefaults) {
          var laps = Laps()
          for _ in 0..<lapCount {
            let stack = trip.nextStack()
            try laps.measure {
              try defaults.set(stack, in: Trip.scene)
              defaults.synchronize()
            }
          }
          return laps.median
        },
      ]
    })

  private static let lapCount = 320

  /// NavStore as a side of these rows.
  private static func saving(_ store: NavStore, _ history: LargeHistory, as side: Side) -> Contender
  {
    var trip = Trip(history)
    return Contender(side: side) {
      var laps = Laps()
      for _ in 0..<lapCount {
        let stack = trip.nextStack()
        try laps.measure { try store.save(stack, in: Trip.scene) }
      }
      return laps.median
    }
  }
}
