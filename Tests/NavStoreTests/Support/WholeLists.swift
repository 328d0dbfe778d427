@testable import NavStore

// Functions for tests that read a whole list, of which the library reads only parts.

extension WindowTable {
  func tips() throws -> Set<Int64> {
    var tips: Set<Int64> = []
    try addStandingTips(to: &tips)
    return tips
  }
}
