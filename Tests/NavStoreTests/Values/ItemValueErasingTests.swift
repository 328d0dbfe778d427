import TestSupport
import Testing

@testable import NavStore

@Suite("Removal and rewriting of item state")
struct ItemValueErasingTests {
  private let temporary: TemporaryStore
  private var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
    try temporary.store.writer.sync { [store = temporary.store] _ in
      store.writer.maintenance.isHeld = true
    }
  }

  private var written: Int64? {
    get throws { try temporary.number("SELECT count(*) FROM value WHERE kind = 1") }
  }

  /// Pushes pages and sets a value named "cursor" for the item of each: its position in the path,
  /// counted from 1.
  private func open(_ pages: Page..., account: String = "") throws -> NavStore.Session<Page> {
    let session = try store.session(of: Page.self, in: "main", account: account.orSignedOut)
    for (index, page) in pages.enumerated() {
      session.push(page)
      try session.setItemState(index + 1, named: "cursor")
    }
    return session
  }

  @Test("Forgetting an item deletes its state, saved or pending, and a new visit finds none")
  func forget() async throws {
    let session = try open("a.txt", "b.txt")
    try await store.flush()
    try session.setItemState(20, named: "cursor")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("b.txt")))
    #expect(try written == 1)
    #expect(session.trail == "a.txt/b.txt")
    #expect(try session.cursor() == nil)
    let other = try store.session(of: Page.self, in: "other")
    other.push("b.txt")
    #expect(try other.cursor() == nil)
    // A value that is set on a forgotten screen is kept in this session, but not written to the
    // file or returned by another session.
    try session.setItemState(30, named: "cursor")
    #expect(try session.cursor() == 30)
    #expect(try other.cursor() == nil)
    try await store.flush()
    #expect(try written == 1)
    session.pop()
    #expect(try session.cursor() == 1)
    try await expectConsistent(temporary)
  }

  @Test("Erasing or forgetting everything, and removing routes, deletes item state")
  func otherWays() async throws {
    let first = try open("a.txt", "b.txt")
    try await store.history(of: Page.self, account: nil).erase(.all)
    #expect(try written == 0)
    #expect(try first.cursor() == nil)
    let session = try open("c.txt", "d.txt")
    #expect(session.trail == "a.txt/b.txt/c.txt/d.txt")
    try await store.history(of: Page.self, account: nil).removeRoutes {
      $0.name == "d.txt"
    }
    #expect(try written == 1)
    #expect(session.trail == "a.txt/b.txt/c.txt")
    #expect(try session.cursor() == 1)
    try await expectConsistent(temporary)
    session.push("e.txt")
    session.popToRoot()
    session.push("f.txt")
    try await store.flush()
    try await store.history(of: Page.self, account: nil).forget(.all)
    try await store.finishErasing()
    #expect(try written == 0)
  }

  @Test("Erasing an item erases the bytes of its state")
  func bytes() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try session.setItemState("TOKEN-of-item-state", named: "draft")
    try await store.flush()
    try await store.history(of: Page.self, account: nil).erase(.item(Page("a.txt")))
    for bytes in try temporary.bytes() {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("TOKEN-of-item-state"))
    }
  }

  @Test("Erasing an account deletes its item state, and its live sessions write none")
  func account() async throws {
    let ada = try open("a.txt", account: "ada")
    let bob = try open("x.txt", "a.txt", account: "bob")
    try await store.flush()
    try ada.setItemState(5, named: "cursor")
    try await store.eraseAll(of: "ada")
    #expect(try written == 2)
    ada.push("a.txt")
    try ada.setItemState(6, named: "cursor")
    #expect(try ada.cursor() == 6)
    try await store.flush()
    #expect(try written == 2)
    #expect(try bob.cursor() == 2)
    let again = try store.session(of: Page.self, in: "main", account: "ada")
    again.push("a.txt")
    #expect(try again.cursor() == nil)
    try await expectConsistent(temporary)
  }

  @Test("A rewrite moves item state to the new item")
  func rewrite() async throws {
    let session = try open("old.txt")
    try await store.history(of: Page.self, account: nil).replaceRoutes {
      $0 == Page("old.txt") ? Page("new.txt") : nil
    }
    #expect(try session.cursor() == 1)
    try session.setItemState(2, named: "cursor")
    try await store.flush()
    #expect(try written == 1)
    try temporary.reopenAfterKill()
    let again = try store.session(of: Page.self, in: "main")
    #expect(again.trail == "new.txt")
    #expect(try again.cursor() == 2)
    try await expectConsistent(temporary)
  }

  @Test(
    "If both items have a value with the same name, a rewrite keeps the later one",
    arguments: [true, false])
  func collision(isOldLater: Bool) async throws {
    let session = try store.session(of: Page.self, in: "main")
    let order: [Page] = isOldLater ? ["new.txt", "old.txt"] : ["old.txt", "new.txt"]
    for page in order {
      session.push(page)
      try session.setItemState(page.name, named: "shared")
      try session.setItemState(page.name, named: "only \(page.name)")
      temporary.clock.advance(by: .seconds(1))
    }
    try await store.history(of: Page.self, account: nil).replaceRoutes {
      $0 == Page("old.txt") ? Page("new.txt") : nil
    }
    let values = try ["shared", "only old.txt", "only new.txt"].map {
      try session.itemState(String.self, named: $0)
    }
    #expect(values == [isOldLater ? "old.txt" : "new.txt", "old.txt", "new.txt"])
    #expect(try written == 3)
    try await expectConsistent(temporary)
  }

  @Test("An item that keeps a route keeps its state in a rewrite")
  func keepsRoute() async throws {
    let session = try store.session(of: AppRoute.self, in: "main")
    for tab in ["reviews", nil] { session.push(.product(id: 7, tab: tab)) }
    try session.setItemState("red", named: "colour")
    try await store.history(of: AppRoute.self, account: nil).replaceRoutes {
      $0 == AppRoute.product(id: 7, tab: "reviews") ? .product(id: 9, tab: nil) : nil
    }
    #expect(try session.itemState(String.self, named: "colour") == "red")
    session.pop()
    #expect(session.path == [.product(id: 9, tab: nil)])
    #expect(try session.itemState(String.self, named: "colour") == nil)
  }

  @Test("A screen without an item keeps its state in memory, and reports that once")
  func withoutItem() async throws {
    var failures = store.saveFailures.makeAsyncIterator()
    let session = try store.session(of: RouteRulesTests.SignIn.self, in: "main")
    func set(_ value: Int?) throws { try session.setItemState(value, named: "v") }
    func value() throws -> Int? { try session.itemState(Int.self, named: "v") }
    for route in [nil, .otp(code: "1"), .banner] as [RouteRulesTests.SignIn?] {
      if let route { session.push(route) }
      #expect(session.problem == nil || session.depth > 0)
      try set(nil)
      for number in 1...3 { try set(number) }
      #expect(try value() == 3)
      #expect(session.problem?.code == .invalidArgument)
      try await store.flush()
      #expect(try value() == 3)
    }
    session.push(.page("p"))
    try set(7)
    session.popToRoot()
    #expect(try value() == 3)
    try set(nil)
    #expect(session.problem == nil)
    try await store.close()
    var reported: [NavStore.Error.Code] = []
    while let error = await failures.next() { reported.append(error.code) }
    #expect(reported == [.invalidArgument, .invalidArgument, .invalidArgument])
    try temporary.reopenAfterKill()
    #expect(try written == 1)
  }

  @Test("A visit that is never stored keeps item state in memory; an intermediate one loses it")
  func neverStored() async throws {
    let temporary = try TemporaryStore { $0.limits.stackDepth = 2 }
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["a", "b", "c"])
    try session.setItemState(3, named: "cursor")
    #expect(await code { try await store.flush() } == .invalidArgument)
    #expect(try session.cursor() == 3)
    session.pop(2)
    session.change(endsTurn: false) { $0.push(Page("x")) }
    try session.setItemState(9, named: "cursor")
    session.turn { _ = $0.replaceTop(with: Page("b")) }
    try await store.flush()
    #expect(store.writer.pending.withLock { $0.isEmpty })
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind = 1") == 0)
  }
}

extension NavStore.Session where R == Page {
  fileprivate func cursor() throws -> Int? { try itemState(Int.self, named: "cursor") }
}
