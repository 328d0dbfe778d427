import Foundation
import Testing

@testable import NavStore

@Suite("Values of items, through the history")
struct HistoryValueTests {
  private let temporary: TemporaryStore
  private var store: NavStore { temporary.store }
  private var history: NavHistory<Page> { store.history(of: Page.self, account: nil) }

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("The history and an item's screens share the item's values, even if no screen is open")
  func screens() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try session.setItemState(7, named: "cursor")
    #expect(try await history.value(Int.self, named: "cursor", of: "a.txt") == 7)
    session.popToRoot()
    try await history.setValue(8, named: "cursor", of: "a.txt")
    try await history.setValue([1.5], named: "zoom", of: "a.txt")
    #expect(try await history.valueNames(of: "a.txt") == ["cursor", "zoom"])
    try temporary.reopenAfterKill()
    let again = try store.session(of: Page.self, in: "other")
    again.push("a.txt")
    #expect(try again.itemState(Int.self, named: "cursor") == 8)
    try again.setItemState(9, named: "cursor")
    try await history.setValue(10, named: "cursor", of: "a.txt")
    #expect(try again.itemState(Int.self, named: "cursor") == 10, "The later value wins.")
    try await history.setValue(nil, named: "cursor", of: "a.txt")
    try await history.setValue(nil, named: "none", of: "a.txt")
    #expect(try again.itemState(Int.self, named: "cursor") == nil)
    #expect(try await history.valueNames(of: "a.txt") == ["zoom"])
  }

  @Test("Values that are not written yet are in the list of names, and removed values are not")
  func pendingNames() async throws {
    let temporary = try TemporaryStore { $0.busyTimeout = .zero }
    let history = temporary.store.history(of: Page.self, account: nil)
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try await history.setValue(1, named: "zoom", of: "a.txt")
    _ = try await history.items()
    let other = try temporary.rawConnection()
    try other.run("BEGIN IMMEDIATE")
    try session.setItemState(7, named: "cursor")
    try session.setItemState(8, named: "Ä")
    try session.setItemState(nil as Int?, named: "zoom")
    #expect(try await history.value(Int.self, named: "cursor", of: "a.txt") == 7)
    #expect(try await history.valueNames(of: "a.txt") == ["cursor", "Ä"])
    try other.run("ROLLBACK")
  }

  @Test("Setting a value of an unknown or erased item throws and creates no item")
  func noItem() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try await history.setValue(1, named: "cursor", of: "a.txt")
    try await history.erase(.item(Page("a.txt")))
    #expect(try await history.value(Int.self, named: "cursor", of: "a.txt") == nil)
    #expect(
      await code { try await history.setValue(2, named: "cursor", of: "a.txt") } == .invalidArgument
    )
    try await history.setValue(nil, named: "cursor", of: "a.txt")
    #expect(try await history.valueNames(of: "b.txt").isEmpty)
    let ada = store.history(of: Page.self, account: "ada")
    #expect(
      await code { try await ada.setValue(2, named: "cursor", of: "a.txt") } == .invalidArgument)
    #expect(try temporary.number("SELECT count(*) FROM value") == 0)
    #expect(try temporary.number("SELECT count(*) FROM item") == 0)
  }

  @Test("A value that can't be saved throws and changes nothing")
  func limits() async throws {
    try store.save(["a.txt"] as [Page], in: "main")
    for number in 1...64 { try await history.setValue(number, named: "\(number)", of: "a.txt") }
    #expect(
      await code { try await history.setValue(65, named: "65", of: "a.txt") } == .invalidArgument)
    #expect(
      await code { try await history.setValue(1, named: "", of: "a.txt") } == .invalidArgument)
    let large = String(repeating: "x", count: 65_535)
    #expect(
      await code { try await history.setValue(large, named: "1", of: "a.txt") } == .invalidArgument)
    try await history.setValue(-64, named: "64", of: "a.txt")
    #expect(
      await code { _ = try await history.value(String.self, named: "1", of: "a.txt") }
        == .codingFailed)
    #expect(try await history.value(Int.self, named: "1", of: "a.txt") == 1)
    #expect(try await history.value(Int.self, named: "64", of: "a.txt") == -64)
    #expect(try await history.valueNames(of: "a.txt").count == 64)
  }

  @Test("Data values are stored unchanged, up to 64 KiB", arguments: [0, 60_000, 65_536])
  func data(count: Int) async throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let session = try store.session(of: Page.self, in: "main")
    session.push("a.txt")
    try session.setItemState(data, named: "item")
    try session.setVisitState(data, named: "screen")
    try store.setSceneValue(data, named: "window", in: "main")
    try await store.flush()
    try temporary.reopenAfterKill()
    let again = try store.session(of: Page.self, in: "main")
    #expect(try again.itemState(Data.self, named: "item") == data)
    #expect(try again.visitState(Data?.self, named: "screen") == data)
    #expect(try store.sceneValue(Data.self, named: "window", in: "main") == data)
    #expect(code { _ = try again.itemState(String.self, named: "item") } == .codingFailed)
    #expect(
      code { try again.setItemState(data + Data(count: 65_537 - count), named: "item") }
        == .invalidArgument)
    try again.setItemState(Data?.none, named: "item")
    #expect(try again.itemState(Data.self, named: "item") == nil)
    try await store.flush()
    #expect(
      try temporary.number("SELECT sum(length(value)) FROM value WHERE typeof(value) = 'blob'")
        == Int64(2 * count))
  }
}
