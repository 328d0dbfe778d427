import TestSupport
import Testing

@testable import NavStore

/// Reads that call a closure for every item or route. They read in pages, each with a new snapshot,
/// because an open snapshot prevents checkpoints from completing.
@Suite struct LongReadTests {
  let temporary: TemporaryStore
  let history: NavHistory<Page>

  init() async throws {
    temporary = try TemporaryStore()
    history = temporary.store.history(of: Page.self, account: nil)
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<250 { session.push(Page("\(number)")) }
    _ = try await history.items()
  }

  @Test("A predicate sees changes that were made before a later page is read")
  func items() async throws {
    let (titles, change) = (Locked<[String?]>([]), Once(temporary.store))
    try await history.forget(
      .items { item in
        change.run("UPDATE item SET title = 'new'")
        titles.withLock { $0.append(item.title) }
        return false
      })
    let seen = titles.withLock { $0 }
    #expect(seen.count == 250)
    #expect(seen.first == .some(nil) && seen.last == "new")
  }

  @Test("A predicate is not called with a route that was deleted before its page")
  func routes() async throws {
    let (names, change) = (Locked<Set<String>>([]), Once(temporary.store))
    try await history.removeRoutes { route in
      change.run("DELETE FROM route WHERE id = (SELECT max(id) FROM route)")
      names.withLock { _ = $0.insert(route.name) }
      return false
    }
    #expect(names.withLock { $0 } == Set((0..<249).map { "\($0)" }))
  }

  /// Runs SQL at the first call of `run`, to change the file during a read that calls `run` for
  /// each item or route.
  private final class Once: Sendable {
    private let store: NavStore
    private let isDone = Locked(false)

    init(_ store: NavStore) { self.store = store }

    func run(_ sql: StaticString) {
      let isFirst = isDone.withLock { isDone in
        defer { isDone = true }
        return !isDone
      }
      guard isFirst else { return }
      do {
        try store.writer.sync { try $0.run(sql) }
      } catch {
        Issue.record(error)
      }
    }
  }
}
