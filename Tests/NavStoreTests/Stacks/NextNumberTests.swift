import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Visit numbers")
struct NextNumberTests {
  /// An operation that is made between two saves.
  enum Between: CaseIterable {
    case nothing, push, otherStore, forgetNewest, clear, suspend, index, sceneValue
  }

  @Test("Visit numbers are never reused, after any operation between two saves")
  func neverTwice() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore()
    let store = temporary.store
    let other = try temporary.another()
    var given: Int64 = 0
    for step in 0..<(isSoak ? 5_000 : 200) {
      let between = Between.allCases.randomElement(using: &random) ?? .nothing
      try await take(between, step, in: store, besides: other)
      given = try max(given, largest(in: temporary))
      try store.save([Page("save \(step)")], in: "work")
      let newest = try largest(in: temporary)
      #expect(newest > given, "\(between) before save \(step)")
      #expect(try store.restore(Page.self, in: "work").path == [Page("save \(step)")])
      given = max(given, newest)
    }
    try await expectConsistent(temporary)
  }

  private func take(
    _ between: Between, _ step: Int, in store: NavStore, besides other: NavStore
  ) async throws {
    switch between {
    case .nothing: break
    case .push:
      try store.session(of: Page.self, in: "other").push(Page("push \(step)"))
      try await store.flush()
    case .otherStore: try other.save([Page("other \(step)")], in: "theirs")
    case .forgetNewest:
      _ = try await store.history(of: Page.self, account: nil).forget(
        .item(Page("save \(step - 1)")))
    case .clear: _ = try await store.history(of: Page.self, account: nil).forget(.all)
    case .suspend: try await store.suspend()
    case .index: try store.writer.sync { try store.writer.countAll(on: $0) }
    case .sceneValue: try store.setSceneValue(step, named: "step", in: "work")
    }
  }

  /// Returns the largest number that a visit in the file has, as its id or as its sequence number.
  private func largest(in temporary: TemporaryStore) throws -> Int64 {
    try temporary.number(
      "SELECT max(coalesce(max(id), 0), coalesce(max(seq), 0)) FROM visit") ?? 0
  }
}
