@testable import NavStore

// What the library goes through a part at a time, as a whole.

extension WindowTable {
  func tips() throws -> Set<Int64> {
    var tips: Set<Int64> = []
    try addStandingTips(to: &tips)
    return tips
  }
}
