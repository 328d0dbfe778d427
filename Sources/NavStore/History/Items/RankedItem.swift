/// An item with its place in an order: by score, the highest first. Items with equal scores are in
/// the order of their numbers, the highest first. So no two items have the same place, and a page
/// can begin after any item.
struct RankedItem<Score: Comparable & Sendable>: Comparable, Sendable {
  let score: Score
  let item: Int64

  static func < (a: RankedItem, b: RankedItem) -> Bool {
    a.score == b.score ? a.item < b.item : a.score < b.score
  }
}

/// Finds the highest items of many, and keeps at most `limit` items in memory.
struct HighestItems<Score: Comparable & Sendable> {
  let limit: Int

  /// A heap with the lowest item first: `heap[n]` has a lower score than `heap[2n + 1]` and
  /// `heap[2n + 2]`, or ranks lower among equal scores.
  private var heap: [RankedItem<Score>] = []

  init(limit: Int) {
    self.limit = limit
  }

  mutating func insert(_ item: RankedItem<Score>) {
    if heap.count < limit {
      heap.append(item)
      siftUp()
    } else if let lowest = heap.first, lowest < item {
      heap[0] = item
      siftDown()
    }
  }

  /// The items, the highest first.
  var descending: [RankedItem<Score>] { heap.sorted(by: >) }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
