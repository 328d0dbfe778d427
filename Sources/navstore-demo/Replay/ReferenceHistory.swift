#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a history must say, worked out with plain arrays and without the library: each answer by
/// going through all visits.
struct ReferenceHistory {
  private struct Visit {
    let path: String
    let time: Date
  }

  private var visits: [Visit] = []

  mutating func add(_ path: String, at time: Date) {
    visits.append(Visit(path: path, time: time))
  }

  struct Item: Equatable {
    let path: String
    let visits: Int
  }

  /// Distinct paths, the one visited last first.
  var recents: [Item] {
    var places: [String: Int] = [:]
    var order: [String] = []
    var counts: [Int] = []
    for visit in visits.reversed() {
      if let place = places[visit.path] {
        counts[place] += 1
      } else {
        places[visit.path] = order.count
        order.append(visit.path)
        counts.append(1)
      }
    }
    return zip(order, counts).map(Item.init)
  }

  /// The sum over all visits of a path, each counting half as much after every half-life.
  func scores(at now: Date, halfLife: Double) -> [String: Double] {
    var scores: [String: Double] = [:]
    for visit in visits {
      scores[visit.path, default: 0] += exp2(-now.timeIntervalSince(visit.time) / halfLife)
    }
    return scores
  }
}
