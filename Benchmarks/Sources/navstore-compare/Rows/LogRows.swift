import Foundation
import NavStore

// What a navigation adds to the write-ahead log, at 10,000 visits over 5,000 items.

extension Row {
  static let logBytesKnown = logBytes(
    "wal-bytes-known", "to a known route", target: "navstore<=9216"
  ) { trip, _ in trip.next() }

  static let logBytesNew = logBytes(
    "wal-bytes-new", "to a new route of a new item", target: "navstore<=28672"
  ) { trip, index in
    trip.history.screen(trip.history.items + index)
  }

  private static func logBytes(
    _ name: String, _ what: String, target: Target,
    _ next: @escaping @Sendable (inout Trip, _ index: Int) -> Screen
  ) -> Row {
    Row(
      name: name,
      about: """
        what a navigation \(what) adds to the log, on the average of 24 that are committed one \
        by one with nothing folded between them.
        """,
      unit: "B", target: target,
      contenders: { workspace in
        let file = workspace.file("navstore.sqlite")
        let floorFile = workspace.file("floor.sqlite")
        try await Trip(.small).make(at: file, in: workspace)
        try await Trip(.small).make(at: floorFile, in: workspace)
        let store = try NavStore(url: file, configuration: .unlimited)
        let floor = try NavigationFloor(floorFile, scene: Trip.scene)
        var (own, ofFloor) = (Trip(.small), Trip(.small))
        var (ownCount, floorCount) = (0, 0)
        return [
          Contender(side: .navstore) {
            try await Trip.settle(store)
            return try bytes(of: file) {
              ownCount += 1
              let base = own.nextStack().dropLast()
              try store.save(base + [next(&own, ownCount)], in: Trip.scene)
            }
          },
          Contender(side: .floor) {
            try floor.finish()
            return try bytes(of: floorFile) {
              floorCount += 1
              _ = ofFloor.nextStack()
              try floor.navigate(to: CollectionOfOne(next(&ofFloor, floorCount)))
            }
          },
        ]
      })
  }

  private static func bytes(of file: URL, _ navigate: () throws -> Void) throws -> Double {
    // The first puts the log's header there.
    try navigate()
    let count = 24
    let before = logSize(of: file)
    for _ in 0..<count { try navigate() }
    return Double(logSize(of: file) - before) / Double(count)
  }

  private static func logSize(of file: URL) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path + "-wal")
    return attributes?[.size] as? Int ?? 0
  }
}
