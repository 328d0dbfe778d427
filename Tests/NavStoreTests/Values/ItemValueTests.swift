import Testing

@testable import NavStore

@Suite("Item state")
struct ItemValueTests {
  private let temporary: TemporaryStore
  private var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
  }

  private func cursor(_ session: NavStore.Session<Page>) throws -> Int? {
    try session.itemState(Int.self, named: "cursor")
  }

  @Test(
    "Item state belongs to the item in any window, stack or visit, and survives a relaunch"
  )
  func belongsToItem() async throws {
    let left = try store.session(of: Page.self, in: "left")
    left.push("a.txt")
    #expect(try cursor(left) == nil)
    try left.setItemState(12, named: "cursor")
    try left.setItemState([1.5], named: "zoom")
    left.push("b.txt")
    #expect(try cursor(left) == nil)
    left.push("a.txt")
    #expect(try cursor(left) == 12, "Another visit of the item has the same state.")

    try await temporary.relaunch()
    let again = try store.session(of: Page.self, in: "left")
    #expect(try cursor(again) == 12)
    again.popToRoot()
    let other = try store.session(of: Page.self, in: "right", stack: "tab")
    other.push("a.txt")
    #expect(try cursor(other) == 12)
    #expect(try other.itemState([Double].self, named: "zoom") == [1.5])
    try other.setItemState(40, named: "cursor")
    again.push("a.txt")
    #expect(try cursor(again) == 40)
    try await store.flush()
    try temporary.reopenAfterKill()
    #expect(try cursor(store.session(of: Page.self, in: "left")) == 40)
    #expect(try cursor(store.session(of: Page.self, in: "right", stack: "tab")) == 40)
  }

  @Test("Item state is available when its item is opened from the history, even before a commit")
  func fromHistory() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try session.setItemState(3, named: "cursor")
    session.popToRoot()
    session.push("b.txt")
    try await store.flush()
    let visit = try #require(try await store.history(of: Page.self, account: nil).visits().last)
    let other = try store.session(of: Page.self, in: "other")
    #expect(try other.open(visit.id))
    #expect(try cursor(other) == 3)
    store.writer.queue.suspend()
    other.change(endsTurn: false) { $0.push(Page("c.txt")) }
    other.change(endsTurn: false) { $0.update(to: [Page("a.txt")]) }
    store.writer.queue.resume()
    #expect(try cursor(other) == 3)
    #expect(try other.itemState(Int.self, named: "cursor", of: "a.txt", atDepth: 1) == 3)
    #expect(try other.itemState(Int.self, named: "cursor", of: "b.txt", atDepth: 1) == nil)
  }

  @Test("Routes of one item share its state; another account has separate state")
  func items() async throws {
    let main = try store.session(of: AppRoute.self, in: "main")
    main.push(.product(id: 7, tab: nil))
    try main.setItemState("red", named: "colour")
    main.push(.product(id: 7, tab: "reviews"))
    #expect(try main.itemState(String.self, named: "colour") == "red")
    main.push(.product(id: 8, tab: nil))
    #expect(try main.itemState(String.self, named: "colour") == nil)
    let ada = try store.session(of: AppRoute.self, in: "main", account: "ada")
    ada.push(.product(id: 7, tab: nil))
    #expect(try ada.itemState(String.self, named: "colour") == nil)
    try ada.setItemState("blue", named: "colour")
    try await store.flush()
    #expect(try ada.itemState(String.self, named: "colour") == "blue")
    main.pop()
    #expect(try main.itemState(String.self, named: "colour") == "red")
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind = 1") == 2)
  }

  @Test("Screens of the same item see each other's state before it is written")
  func shared() async throws {
    let (one, two) = (
      try store.session(of: Page.self, in: "one"), try store.session(of: Page.self, in: "two")
    )
    one.push("a.txt")
    two.push("a.txt")
    try await store.flush()
    for number in 1...3 {
      try one.setItemState(number, named: "cursor")
      #expect(try cursor(two) == number)
      try two.setItemState(-number, named: "cursor")
      #expect(try cursor(one) == -number)
    }
    try one.setItemState(nil as Int?, named: "cursor")
    #expect(try cursor(two) == nil)
    try two.setItemState(9, named: "cursor")
    try await store.flush()
    #expect(try cursor(one) == 9)
    try one.setItemState(nil as Int?, named: "cursor")
    #expect(try cursor(two) == nil)
    try await store.flush()
    #expect(try cursor(two) == nil)
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind = 1") == 0)
  }

  @Test("A covered screen has item state by depth, if it shows the given route")
  func byDepth() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["a.txt", "b.txt"])
    try session.setItemState(1, named: "cursor", of: "a.txt", atDepth: 1)
    try session.setItemState(2, named: "cursor", of: "a.txt", atDepth: 2)
    #expect(try session.itemState(Int.self, named: "cursor", of: "a.txt", atDepth: 1) == 1)
    #expect(try cursor(session) == nil)
    try await store.flush()
    #expect(try session.itemState(Int.self, named: "cursor", of: "a.txt", atDepth: 1) == 1)
    #expect(try session.itemState(Int.self, named: "cursor", of: "a.txt", atDepth: 7) == nil)
  }

  @Test("A wrong type, a too large value and an invalid name throw and change nothing")
  func limits() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a.txt")
    let most = String(repeating: "x", count: 65_534)
    try session.setItemState(most, named: "text")
    #expect(code { try session.setItemState(most + "x", named: "text") } == .invalidArgument)
    #expect(code { try session.setItemState(1, named: "") } == .invalidArgument)
    #expect(code { try session.setItemState(Flaky.unencodable, named: "text") } == .codingFailed)
    #expect(code { _ = try session.itemState(Int.self, named: "text") } == .codingFailed)
    try await store.flush()
    #expect(code { _ = try session.itemState(Int.self, named: "text") } == .codingFailed)
    #expect(try session.itemState(String.self, named: "text") == most)
  }

  @Test("Item state of another process is read, and the last write wins")
  func twoProcesses() async throws {
    let there = try temporary.another()
    let (mine, theirs) = (
      try store.session(of: Page.self, in: "mine"), try there.session(of: Page.self, in: "theirs")
    )
    mine.push("a.txt")
    try mine.setItemState(1, named: "cursor")
    try await store.flush()
    theirs.push("a.txt")
    #expect(try cursor(theirs) == 1)
    try theirs.setItemState(2, named: "cursor")
    try await there.flush()
    #expect(try cursor(mine) == 2)
    try mine.setItemState(3, named: "cursor")
    #expect(try cursor(mine) == 3)
    try await store.flush()
    #expect(try cursor(theirs) == 3)
  }

  @Test("State of an item that another process has forgotten is not written")
  func forgottenElsewhere() async throws {
    let there = try temporary.another()
    let mine = try store.session(of: Page.self, in: "mine")
    mine.push("a.txt")
    try await store.flush()
    store.writer.queue.suspend()
    try mine.setItemState(1, named: "cursor")
    try await there.history(of: Page.self, account: nil).forget(.item(Page("a.txt")))
    let theirs = try there.session(of: Page.self, in: "theirs")
    store.writer.queue.resume()
    try await store.flush()
    theirs.push("a.txt")
    try await there.flush()
    try await store.flush()
    #expect(try cursor(theirs) == nil)
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind = 1") == 0)
  }

  @Test("An in-memory store keeps item state, and an imported stack is saved with it")
  func elsewhere() async throws {
    let memory = NavStore.inMemory()
    let session = try memory.session(of: Page.self, in: "main")
    session.push("a.txt")
    try session.setItemState(5, named: "cursor")
    try await memory.flush()
    session.popToRoot()
    session.push("a.txt")
    #expect(try cursor(session) == 5)

    let adopted = try store.session(
      of: Page.self, in: "main", adopting: .custom { ["a.txt"] as [Page] })
    try adopted.setItemState(6, named: "cursor")
    try await store.flush()
    try temporary.reopenAfterKill()
    #expect(try cursor(store.session(of: Page.self, in: "main")) == 6)
  }
}
