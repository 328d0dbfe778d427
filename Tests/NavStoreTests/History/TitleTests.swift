import TestSupport
import Testing

@testable import NavStore

@Suite("Titles that are set later")
struct TitleTests {
  private let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore { $0.limits.titleBytes = 100 }
  }

  private var store: NavStore { temporary.store }

  private func titles(account: String = "") async throws -> [String] {
    try await store.history(of: Page.self, account: account.orSignedOut).items().map {
      "\($0.route): \($0.title ?? "-")"
    }
  }

  @Test("The title of the top screen is queried at once, before and after its visit is saved")
  func onTop() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.setTitle("before it is written")
    #expect(try await titles() == ["a: before it is written"])
    session.setTitle("after")
    #expect(try await titles() == ["a: after"])
    #expect(try await store.history(of: Page.self, account: nil).visits().map(\.title) == ["after"])
    // Pushes "b" and "c" in one turn, and sets the title of "b" between the two pushes.
    session.change(endsTurn: false) { $0.push(contentsOf: ["b"] as [Page]) }
    session.setTitle("title of b")
    session.change(endsTurn: false) { $0.push(contentsOf: ["c"] as [Page]) }
    session.core.endTurn()
    #expect(try await titles() == ["c: -", "a: after"])
    session.pop()
    #expect(try await titles().first == "b: title of b")
    session.setTitle(nil)
    #expect(try await titles() == ["b: -", "c: -", "a: after"])
    #expect(try await store.history(of: Page.self, account: nil).items(.search("title")).isEmpty)
    #expect(try await store.history(of: Page.self, account: nil).items(.search("after")).count == 1)
  }

  @Test("A title belongs to the screen that was on top, even after further navigation")
  func staysWithScreen() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.setTitle("title of a")
    session.push("b")
    session.setTitle("title of b")
    session.popToRoot()
    session.setTitle("the root screen has none")
    #expect(try await titles() == ["b: title of b", "a: title of a"])
    session.push("gone")
    session.setTitle("title of gone")
    try await store.history(of: Page.self, account: nil).removeRoutes {
      $0 == "gone"
    }
    #expect(try await titles() == ["b: title of b", "a: title of a"])
  }

  @Test("An unchanged title isn't written, and many titles in a row are written once")
  func writesOnce() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.setTitle("one")
    try await temporary.comeToRest()
    let before = try store.writer.sync { $0.walFrames }
    session.setTitle("one")
    try await store.flush()
    try await store.history(of: Page.self, account: nil).setTitle("one", for: Page("a"))
    #expect(try store.writer.sync { $0.walFrames } == before)
    for number in 0..<100 { session.setTitle("\(number)") }
    try await store.flush()
    let frames = try store.writer.sync { $0.walFrames }
    #expect(frames > before && frames - before <= 3)
    #expect(try await titles() == ["a: 99"])
  }

  @Test("A failed write of a title is retried, unless a newer title is set")
  func failedSave() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    try await store.flush()
    let other = try temporary.another { $0.busyTimeout = .zero }
    let locked = try other.session(of: Page.self, in: "other")
    let raw = try temporary.rawConnection()
    try raw.run("BEGIN IMMEDIATE")
    locked.push("b")
    locked.setTitle("old")
    #expect(await code { try await other.flush() } == .busy)
    locked.setTitle("new")
    #expect(await code { try await other.flush() } == .busy)
    try raw.run("ROLLBACK")
    try await other.flush()
    #expect(try await titles() == ["b: new", "a: -"])
  }

  @Test("A title set by route changes its item, wherever the screen is")
  func wherever() async throws {
    let session = try store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { session.push(Page(name)) }
    session.setTitle("on top", for: "c")
    session.setTitle("covered", for: "a")
    session.popToRoot()
    session.setTitle("one Forward away", for: "b")
    #expect(try await titles() == ["c: on top", "b: one Forward away", "a: covered"])
    // The push of "d" drops the forward entries, so the screens "a", "b" and "c" are no longer in
    // memory.
    session.push("d")
    session.setTitle("gone", for: "c")
    session.setTitle("nobody saw it", for: "x")
    session.setTitle(nil, for: "a")
    #expect(try await titles() == ["d: -", "c: gone", "b: one Forward away", "a: -"])
    session.change(endsTurn: false) {
      $0.push(Page("e"))
      _ = $0.pop(1)
    }
    session.setTitle("came and went in one turn", for: "e")
    try await temporary.relaunch()
    #expect(try await titles() == ["d: -", "c: gone", "b: one Forward away", "a: -"])
    let later = try store.session(of: Page.self, in: "main")
    later.setTitle("after a relaunch", for: "b")
    #expect(try await titles().contains("b: after a relaunch"))
  }

  @Test("A failed write of a title set by route is reported and retried")
  func whereverFails() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.popToRoot()
    session.push("b")
    try await store.flush()
    let other = try temporary.another { $0.busyTimeout = .zero }
    let locked = try other.session(of: Page.self, in: "other")
    var failures = other.saveFailures.makeAsyncIterator()
    let raw = try temporary.rawConnection()
    try raw.run("BEGIN IMMEDIATE")
    locked.setTitle("x", for: "a")
    #expect(await failures.next()?.code == .busy)
    try raw.run("ROLLBACK")
    try await other.flush()
    #expect(try await titles() == ["b: -", "a: x"], "The write is retried.")
  }

  @Test("A title can be set by any route of an item, in the same account only")
  func forRoute() async throws {
    let session = try store.session(of: AppRoute.self, in: "main")
    session.push(.product(id: 7, tab: "reviews"))
    try await store.history(of: AppRoute.self, account: nil).setTitle(
      "Boots", for: AppRoute.product(id: 7, tab: nil))
    session.push(.home)
    let recent = try await store.history(of: AppRoute.self, account: nil).items()
    #expect(recent.map(\.title) == [nil, "Boots"])
    try await store.history(of: AppRoute.self, account: nil).setTitle(
      "x", for: AppRoute.product(id: 8, tab: nil))
    try await store.history(of: AppRoute.self, account: "u").setTitle(
      "x", for: AppRoute.product(id: 7, tab: nil))
    try await store.history(of: AppRoute.self, account: nil).setTitle(
      nil, for: AppRoute.product(id: 7, tab: nil))
    #expect(
      try await store.history(of: AppRoute.self, account: nil).items().map(\.title) == [nil, nil])
    #expect(try temporary.number("SELECT count(*) FROM item WHERE title_folded IS NOT NULL") == 0)
  }

  @Test("Routes that are never stored or not recorded in the history have no title")
  func rules() async throws {
    typealias SignIn = RouteRulesTests.SignIn
    let session = try store.session(of: SignIn.self, in: "main")
    session.push(.login)
    session.setTitle("title")
    session.push(.otp(code: "1"))
    session.setTitle("title")
    try await store.history(of: SignIn.self, account: nil).setTitle(
      "title", for: SignIn.otp(code: "1"))
    session.pop()
    session.push(.banner)
    session.setTitle("title of banner")
    try await store.history(of: SignIn.self, account: nil).setTitle("title", for: SignIn.banner)
    try await store.flush()
    #expect(try temporary.number("SELECT count(*) FROM item WHERE title IS NOT NULL") == 1)
    #expect(try temporary.number("SELECT count(*) FROM item") == 2)
  }

  @Test("A title over the limit is truncated at a whole character")
  func limit() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    let longest = String(repeating: "é", count: 50)
    session.setTitle(longest)
    #expect(try await titles() == ["a: \(longest)"])
    session.setTitle("x" + longest)
    #expect(try await titles() == ["a: x\(longest.dropLast())"])
    // A family emoji takes 18 bytes, so the limit of 100 bytes allows five.
    let families = String(repeating: "👩‍👩‍👧", count: 6)
    try await store.history(of: Page.self, account: nil).setTitle(families, for: Page("a"))
    #expect(try await titles() == ["a: \(families.dropLast())"])
    #expect(try await store.history(of: Page.self, account: nil).items(.search("👩‍👩‍👧")).count == 1)
    session.setTitle("e" + String(repeating: "\u{301}", count: 60))
    #expect(try await titles() == ["a: "], "The only character exceeds the limit.")
    #expect(
      await code {
        try await store.history(of: Page.self, account: String(repeating: "k", count: 513))
          .setTitle("x", for: Page("a"))
      } == .invalidArgument)
  }

  @Test("Accounts have separate titles, which survive a relaunch")
  func accountsAndRelaunch() async throws {
    for account in ["", "u"] {
      let session = try store.session(of: Page.self, in: "main", account: account.orSignedOut)
      session.push("a")
      session.setTitle("title for \(account)")
    }
    for _ in 0..<2 {
      #expect(try await titles() == ["a: title for "])
      #expect(try await titles(account: "u") == ["a: title for u"])
      #expect(
        try await store.history(of: Page.self, account: "u").items(.search("u")).map(\.route) == [
          "a"
        ])
      try await temporary.relaunch()
    }
    let session = try store.session(of: Page.self, in: "main", account: "u")
    session.setTitle("restored")
    #expect(try await titles(account: "u") == ["a: restored"])
    #expect(try await titles() == ["a: title for "])
  }

  @Test("A rewritten item keeps its title, unless the new item already has one")
  func rewritten() async throws {
    let session = try store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] {
      session.push(Page(name))
      if name != "c" { session.setTitle("title of \(name)") }
    }
    try await store.history(of: Page.self, account: nil).replaceRoutes {
      $0 == Page("a") ? "a2" : nil
    }
    try await store.history(of: Page.self, account: nil).replaceRoutes {
      $0 == Page("b") ? "a2" : nil
    }
    #expect(try await titles() == ["c: -", "a2: title of a"])
    #expect(
      try await store.history(of: Page.self, account: nil).items(.search("title")).map(\.route) == [
        "a2"
      ])
    // An item with two routes keeps its title if only one of the routes is moved to another item.
    let typed = try store.session(of: AppRoute.self, in: "typed")
    for tab in [nil, "reviews"] { typed.push(.product(id: 1, tab: tab)) }
    typed.setTitle("Boots")
    try await store.history(of: AppRoute.self, account: nil).replaceRoutes {
      $0 == AppRoute.product(id: 1, tab: nil) ? .settings : nil
    }
    let recent = try await store.history(of: AppRoute.self, account: nil).items()
    #expect(recent.map(\.title) == ["Boots", nil])
  }

  @Test("The title of an imported stack is saved with the stack's first change")
  func adopted() async throws {
    let source = NavLegacyState<Page>.custom { ["a", "b"] }
    let session = try store.session(of: Page.self, in: "main", adopting: source)
    session.setTitle("title of b")
    try await store.flush()
    #expect(try temporary.number("SELECT count(*) FROM visit") == 0)
    session.push("c")
    session.pop()
    try await store.flush()
    #expect(
      try temporary.number("SELECT count(*) FROM item WHERE title = 'title of b'") == 1)
  }

  @Test("Titles can be set for routes of several types and routes with a storage type")
  func otherForms() async throws {
    let session = try store.session(of: Mixed.Screen.self, in: "main")
    session.push(Mixed.Shop.cart)
    session.push(Mixed.Auth.login)
    let mixed = store.history(of: Mixed.Screen.self, account: nil)
    try await mixed.setTitle("Cart", for: Mixed.Screen(Mixed.Shop.cart))
    let stranger = Mixed.Screen(Mixed.Stranger(name: "x"))
    #expect(
      await code { try await mixed.setTitle("x", for: stranger) } == .unsupportedRoute)
    struct Mapped: NavElement {
      let name: String

      static let coding = NavCoding<Mapped>.stored(as: Mixed.Auth.self) {
        $0.name == "none" ? nil : .login
      } from: {
        Mapped(name: "\($0)")
      }
    }
    let mapped = store.history(of: Mapped.self, account: nil)
    try await mapped.setTitle("Sign in", for: Mapped(name: "login"))
    session.setTitle("Basket", for: Mixed.Screen(Mixed.Shop.cart))
    #expect(try await mixed.items().map(\.title) == ["Sign in", "Basket"])
    try await mapped.setTitle("x", for: Mapped(name: "none"))
    #expect(try await mixed.items().map(\.title) == ["Sign in", "Basket"])
  }
}
