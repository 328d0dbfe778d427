import NavStorePlatform

/// The expected history, computed with plain arrays and without the library. Computing a result
/// takes a pass over all visits.
struct ReferenceHistory {
  private var visits: [(path: String, time: Date)] = []

  mutating func add(_ path: String, at time: Date) {
    visits.append((path, time))
  }

  struct Item: Equatable {
    let path: String
    let visits: Int
  }

  /// The distinct paths, most recently visited first.
  var recents: [Item] {
    let places = Dictionary(grouping: visits.indices) { visits[$0].path }
    return places.sorted { $0.value[$0.value.count - 1] > $1.value[$1.value.count - 1] }
      .map { Item(path: $0.key, visits: $0.value.count) }
  }

  /// Returns the score of each path: the sum of its visits, each of which is 1 and is halved after
  /// every half-life.
  func scores(at now: Date, halfLife: Double) -> [String: Double] {
    var scores: [String: Double] = [:]
    for visit in visits {
      scores[visit.path, default: 0] += exp2(-now.timeIntervalSince(visit.time) / halfLife)
    }
    return scores
  }
}
