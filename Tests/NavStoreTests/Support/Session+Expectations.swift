import Testing

@testable import NavStore

extension NavStore.Session where R == Page {
  /// The path as a string, such as `a/b`; empty at the root screen.
  var trail: String { path.map(\.name).joined(separator: "/") }

  /// The path that is stored in the file, as a string. Screens that were forgotten while they were
  /// shown are not in it.
  var lasting: String {
    withState { $0.stack.lastingPath }.map { $0.unboxed(as: Page.self).name }
      .joined(separator: "/")
  }

  /// The top routes of the back/forward list, with the current entry in brackets: `· [a] b`. The
  /// root screen is `·`, and an unreadable entry is `?`.
  var listed: String { NavStoreTests.listed(backForward) }
}

/// Returns the entries of a back/forward list as text. See ``NavStore/Session/listed``.
func listed(_ list: NavStore.BackForward<Page>) -> String {
  list.entries.enumerated().map { index, entry in
    let name = entry.isReadable ? entry.route?.name ?? "·" : "?"
    return index == list.index ? "[\(name)]" : name
  }.joined(separator: " ")
}

extension NavStore.Session {
  /// Makes the calls of `body` in one turn, as a router does.
  func turn(_ body: (inout StackState) -> Void) {
    change(endsTurn: false, body)
    core.endTurn()
  }
}

extension LiveStack {
  /// Ends the open turns of the store, as a router does at the end of the main loop's turn.
  func endTurn() { LiveStack.endTurns(in: writer) }
}

/// Runs `body` and returns the reason of the error that it throws; `nil` if it throws none.
func reason(_ body: () throws -> Void) -> NavStore.Error.Reason? {
  do {
    try body()
    return nil
  } catch {
    return (error as? NavStore.Error)?.reason
  }
}

/// Runs an asynchronous `body` and returns the reason of the error that it throws; `nil` if it
/// throws none.
func reason(_ body: () async throws -> Void) async -> NavStore.Error.Reason? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? NavStore.Error)?.reason
  }
}

/// Runs `body` and returns the code of the error that it throws; `nil` if it throws none.
func code(_ body: () throws -> Void) -> NavStore.Error.Code? {
  reason(body)?.code
}

/// Runs an asynchronous `body` and returns the code of the error that it throws; `nil` if it throws
/// none.
func code(_ body: () async throws -> Void) async -> NavStore.Error.Code? {
  await reason(body)?.code
}

extension NavHistory {
  /// Returns all recent items, which are queried in pages of `pageSize` items.
  func allRecents(pageSize: Int) async throws -> [NavItem<Element>] {
    try await allPages { try await items(.recent(limit: pageSize), after: $0) }
  }

  /// Returns all visits, which are queried in pages of `pageSize` visits.
  func allVisits(pageSize: Int) async throws -> [NavVisit<Element>] {
    try await allPages { try await visits(limit: pageSize, after: $0) }
  }

  /// Forgets a part of the history and starts its erasure, without waiting until the bytes are
  /// erased.
  func beginErasing(_ scope: Scope) async throws {
    _ = try await store.writer.remove(request(for: scope, erases: true))
  }

  /// Returns the key of a route's item.
  func itemKey(of route: Element) throws -> String? {
    try codec.stored(RouteBox(route))?.historyKey
  }
}

/// Returns the elements of all pages. `page` returns the page after the element `last`.
func allPages<Element>(
  _ page: (_ last: Element?) async throws -> [Element]
) async throws -> [Element] {
  var all: [Element] = []
  while true {
    let page = try await page(all.last)
    guard !page.isEmpty else { return all }
    all += page
  }
}

extension TemporaryStore {
  /// Compares the list and the path of the scene "main" with the expected ones. Checks them in the
  /// session `live`, if it isn't `nil`, and then in a new launch after a kill.
  func expect(
    _ listed: String, _ trail: String, _ live: NavStore.Session<Page>? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    if let live {
      #expect(live.listed == listed, sourceLocation: sourceLocation)
      #expect(live.trail == trail, sourceLocation: sourceLocation)
    }
    try await expectConsistent(self)
    try reopenAfterKill()
    let next = try store.session(of: Page.self, in: "main")
    #expect(next.listed == listed, sourceLocation: sourceLocation)
    #expect(next.trail == trail, sourceLocation: sourceLocation)
  }
}

extension NavStore.Session where R == Page {
  /// Pushes a page and then returns to the root screen, so that the page is a visit in the history.
  func visit(_ page: Page) {
    push(page)
    popToRoot()
  }
}
