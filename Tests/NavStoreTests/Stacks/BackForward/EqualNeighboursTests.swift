import Foundation
import Testing

@testable import NavStore

/// Neighboring entries of a back/forward list that have equal stacks. Back, Forward and menus treat
/// them as one entry.
@Suite("Equal neighboring entries")
struct EqualNeighboursTests {
  let temporary: TemporaryStore
  var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
  }

  /// Returns a session whose list has the root screen and, for each name, an entry such as
  /// `base/a`. All entries except the root screen's share the visit of `base`.
  private func make(_ names: String...) throws -> NavStore.Session<Page> {
    let session = try store.session(of: Page.self, in: "main")
    for name in names { session.set([Page("base"), Page(name)]) }
    return session
  }

  private func take(_ name: String, forgetting: Bool) async throws {
    if forgetting {
      try await store.history(of: Page.self, account: nil).forget(.item(Page(name)))
    } else {
      try await store.history(of: Page.self, account: nil).removeRoutes { $0.name == name }
    }
  }

  @Test("Of two equal neighbors, the current entry is kept", arguments: [false, true])
  func current(forgetting: Bool) async throws {
    let live = try make("a", "gone", "a")
    try await take("gone", forgetting: forgetting)
    try await temporary.expect("· [a]", "base/a", live)
    #expect(try store.session(of: Page.self, in: "main").back())
    #expect(try store.session(of: Page.self, in: "main").trail == "")
  }

  @Test("Two equal neighbors before the current entry are merged", arguments: [false, true])
  func behind(forgetting: Bool) async throws {
    let live = try make("a", "gone", "a", "b")
    try await take("gone", forgetting: forgetting)
    try await temporary.expect("· a [b]", "base/b", live)
  }

  @Test("Equal neighbors that were not read in this process are merged", arguments: [false, true])
  func unread(forgetting: Bool) async throws {
    _ = try make("a", "gone", "a", "b")
    try await temporary.relaunch()
    let live = try store.session(of: Page.self, in: "main")
    try await take("gone", forgetting: forgetting)
    try await temporary.expect("· a [b]", "base/b", live)
  }

  @Test("Unread equal neighbors count as one entry for go(by:)")
  func unreadOnTheWay() async throws {
    let live = try make("a", "gone", "a", "b")
    try await store.history(of: Page.self, account: nil).removeRoutes { $0.name == "gone" }
    #expect(live.trail == "base/b")
    try await temporary.relaunch()
    let session = try store.session(of: Page.self, in: "main")
    #expect(!session.go(by: -3))
    #expect(session.go(by: -2))
    #expect(session.trail == "")
    #expect(session.go(by: 2))
    #expect(session.trail == "base/b")
    #expect(session.go(by: 0))
  }

  @Test("Equal neighbors are merged without a live session", arguments: [false, true])
  func stored(forgetting: Bool) async throws {
    _ = try make("a", "gone", "a", "b")
    _ = try make("c", "gone", "c")
    try await temporary.relaunch()
    try await take("gone", forgetting: forgetting)
    try await temporary.expect("· a b [c]", "base/c")
  }

  @Test(
    "Entries that differ only in a removed covered screen are merged",
    arguments: ["removed", "forgotten", "dates"],
    ["shown", "unread", "stored"])
  func covered(by way: String, as state: String) async throws {
    let start = temporary.clock.now
    var live: NavStore.Session<Page>? = try store.session(of: Page.self, in: "main")
    live?.push("gone")
    try await store.flush()
    temporary.clock.advance(by: .seconds(3_600))
    live?.push("page")
    live?.set(["page"])
    if state != "shown" {
      live = nil
      try await temporary.relaunch()
      if state == "unread" { live = try store.session(of: Page.self, in: "main") }
    }
    switch way {
    case "dates":
      try await store.history(of: Page.self, account: nil).forget(
        .dates(start.addingTimeInterval(-60)..<start.addingTimeInterval(60)))
    default: try await take("gone", forgetting: way == "forgotten")
    }
    if let live {
      try await temporary.expect("· [page]", "page", live)
    } else {
      try await temporary.expect("· [page]", "page")
    }
  }

  @Test(
    "Entries that become equal through a rewrite and a removal are merged",
    arguments: ["shown", "unread", "stored"])
  func rewritten(as state: String) async throws {
    var live: NavStore.Session<Page>? = try store.session(of: Page.self, in: "main")
    live?.set(["gone", "page"])
    live?.set(["old"])
    try await store.history(of: Page.self, account: nil).replaceRoutes {
      $0.name == "old" ? "page" : $0
    }
    if state != "shown" {
      live = nil
      try await temporary.relaunch()
      if state == "unread" { live = try store.session(of: Page.self, in: "main") }
    }
    try await take("gone", forgetting: false)
    if let live {
      try await temporary.expect("· [page]", "page", live)
    } else {
      try await temporary.expect("· [page]", "page")
    }
  }

  @Test("Stacks that differ below their tops are separate entries", arguments: [false, true])
  func below(forgetting: Bool) async throws {
    let live = try store.session(of: Page.self, in: "main")
    live.set(["x", "a"])
    live.set(["gone"])
    live.set(["y", "a"])
    live.set(["a"])
    try await take("gone", forgetting: forgetting)
    try await temporary.expect("· a a [a]", "a", live)
  }

  @Test("A window's list merges equal neighboring entries of one stack", arguments: [false, true])
  func window(forgetting: Bool) async throws {
    let list = try store.window(in: "main", selecting: "left")
    let left = try store.session(of: Page.self, in: "main", stack: "left")
    for name in ["a", "gone", "a"] { left.set([Page(name)]) }
    try list.select("right")
    #expect(list.count == 5)
    try await take("gone", forgetting: forgetting)
    #expect(list.backForwardMenu.entries.count == 3)
    try await store.flush()
    try temporary.reopenAfterKill()
    #expect(try store.window(in: "main").backForwardMenu.entries.count == 3)
    #expect(try store.window(in: "main").back())
    #expect(try store.session(of: Page.self, in: "main", stack: "left").trail == "a")
  }

  @Test(
    "A window's list merges entries that differ only in a removed covered screen",
    arguments: [false, true],
    ["shown", "unread", "stored"])
  func coveredInWindow(forgetting: Bool, as state: String) async throws {
    var list: NavStore.WindowHistory? = try store.window(in: "main", selecting: "left")
    var left: NavStore.Session<Page>? = try store.session(
      of: Page.self, in: "main", stack: "left")
    for path in [["gone"], ["gone", "page"], ["page"]] as [[Page]] { left?.set(path) }
    #expect(list?.count == 4)
    if state != "shown" {
      (list, left) = (nil, nil)
      try await temporary.relaunch()
      if state == "unread" { list = try store.window(in: "main") }
    }
    try await take("gone", forgetting: forgetting)
    if let list { #expect(list.backForwardMenu.entries.count == 2) }
    try await store.flush()
    try await expectConsistent(temporary)
    try temporary.reopenAfterKill()
    let next = try store.window(in: "main")
    #expect(next.backForwardMenu.entries.count == 2)
    #expect(try store.session(of: Page.self, in: "main", stack: "left").trail == "page")
    #expect(next.back() && !next.canGoBack)
    #expect(try store.session(of: Page.self, in: "main", stack: "left").trail == "")
  }
}
