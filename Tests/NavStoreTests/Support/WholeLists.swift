@testable import NavStore

// Whole lists that the library reads only in parts.

extension WindowTable {
  func tips() throws -> Set<Int64> {
    var tips: Set<Int64> = []
    try addStandingTips(to: &tips)
    return tips
  }
}
