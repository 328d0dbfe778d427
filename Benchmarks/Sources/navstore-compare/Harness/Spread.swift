/// The median and the deviation of a side's samples.
struct Spread {
  let median: Double

  /// Half the distance between the quartiles, divided by the median. Half of the samples are
  /// between the quartiles.
  let relativeDeviation: Double

  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    let middle = Self.quantile(0.5, of: sorted)
    median = middle
    let halfWidth = (Self.quantile(0.75, of: sorted) - Self.quantile(0.25, of: sorted)) / 2
    relativeDeviation = middle == 0 ? 0 : halfWidth / middle
  }

  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    guard let last = sorted.last else { return 0 }
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}
