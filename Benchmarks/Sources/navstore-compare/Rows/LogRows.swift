import Foundation
import NavStore

// The rows of the bytes that a navigation adds to the WAL, at 10,000 visits and 5,000 items.

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
        the bytes that a navigation \(what) adds to the WAL. The mean of 24 navigations that are \
        committed one by one, without counting visits between them.
        """,
      unit: "B", target: target,
      contenders: { workspace in
        let store = try await Trip.store(in: workspace)
        let floor = try await Trip.floor(in: workspace)
        return [
          writing(.navstore, workspace, next, first: { try await Trip.settle(store) }) {
            try store.save($0, in: NavScene(id: Trip.scene))
          },
          writing(.floor, workspace, next, first: floor.finish) { stack in
            try floor.navigate(to: stack.suffix(1))
          },
        ]
      })
  }

  /// Returns a side that makes one navigation of a trip after the other. A sample is the mean
  /// number of bytes that a navigation adds to the WAL of the side's file. The call of `settle`
  /// before each sample empties the WAL.
  private static func writing(
    _ side: Side, _ workspace: Workspace, _ next: @escaping (inout Trip, _ index: Int) -> Screen,
    first settle: @escaping () async throws -> Void,
    navigate: @escaping ([Screen]) throws -> Void
  ) -> Contender {
    let file = workspace.file("\(side.rawValue).sqlite")
    var trip = Trip(.small)
    var count = 0
    return Contender(side: side) {
      try await settle()
      return try bytes(of: file) {
        count += 1
        let base = trip.nextStack().dropLast()
        try navigate(base + [next(&trip, count)])
      }
    }
  }

  private static func bytes(of file: URL, _ navigate: () throws -> Void) throws -> Double {
    // Leaves the first navigation out, because it also writes the header of the empty WAL.
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
