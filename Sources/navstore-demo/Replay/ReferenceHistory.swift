import NavStorePlatform

/// What a history must say, worked out with plain arrays and without the library: each answer by
/// going through all visits.
struct ReferenceHistory {
  private var visits: [(path: String, time: Date)] = []

  mutating func add(_ path: String, at time: Date) {
    visits.append((path, time))
  }

  struct Item: Equatable {
    let path: String
    let visits: Int
  }

  /// Distinct paths, the one visited last first.
  var recents: [Item] {
    let places = Dictionary(grouping: visits.indices) { visits[$0].path }
    return places.sorted { $0.value[$0.value.count - 1] > $1.value[$1.value.count - 1] }
      .map { Item(path: $0.key, visits: $0.value.count) }
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
