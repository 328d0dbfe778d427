import Foundation
import Testing

@testable import NavStore

@Suite struct GrowthTests {
  @Test("Navigating, counting and restoring scan no table, however long the history is")
  func noScans() async throws {
    let store = NavStore.inMemory()
    let session = try store.session(of: Page.self, in: "main")
    let visits = 3_000
    for number in 0..<visits {
      // Pushes two screens in one turn, so that the first is covered before it is seen. If `pop`
      // shows the first screen, other queries than those of a push record it.
      session.push(contentsOf: [Page("/\(number % 200)"), Page("/over/\(number % 7)")])
      if number % 3 == 0 { session.pop() }
      if number % 10 == 9 { session.popToRoot() }
      if number % 50 == 49 { try await store.flush() }
    }
    _ = try await store.history(of: Page.self, account: nil).items(.recent(limit: 20))
    _ = try await store.history(of: Page.self, account: nil).visits(limit: 20)
    let steps = try store.writer.fullScanSteps()
    // The table `progress` has one row, so each query that scans it adds a step. A scan of another
    // table would add thousands of steps.
    #expect(steps < 2 * visits, "\(steps) steps")
  }
}
