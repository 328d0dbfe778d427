@testable import NavStore

// What the library goes through a part at a time, as a whole.

extension PostingTable {
  /// The numbers of a list in ascending order.
  func numbers(of key: Key) throws -> [Int64] {
    var numbers: [Int64] = []
    try each(of: key) { numbers.append($0) }
    return numbers
  }
}

extension WindowHistoryTable {
  func tips() throws -> Set<Int64> {
    var tips: Set<Int64> = []
    try addStandingTips(to: &tips)
    return tips
  }
}
