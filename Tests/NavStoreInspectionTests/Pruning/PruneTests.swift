import NavStoreInspection
import Testing

@testable import NavStore

@Suite("Pruning on request")
struct PruneTests {
  @Test("A dry run counts the visits that pruning removes, and removes none")
  func dryRun() async throws {
    let temporary = try TemporaryStore { $0.retention = .init(age: nil, count: 5) }
    let store = temporary.store
    try store.writer.sync { _ in store.writer.maintenance.isHeld = true }
    let session = try store.session(of: Page.self, in: "main")
    for number in 0..<30 {
      session.push(contentsOf: [Page("covered \(number)"), Page("\(number)")])
      session.popToRoot()
    }
    try await store.history(of: Page.self, account: nil).forget(.item("3"))
    let before = try await store.report().visits
    // Each pruned visit is removed with the covered screen below it. `before` doesn't include the
    // forgotten visit of "3", whose covered screen is one more removed visit.
    #expect(try await store.prune(dryRun: true) == (before - 5) * 2 + 1)
    #expect(try await store.report().visits == before)
    #expect(try await store.prune() == (before - 5) * 2 + 1)
    #expect(try await store.report().visits == 5)
    #expect(try await store.prune(dryRun: true) == 0)
    #expect(try await store.prune() == 0)
  }
}
