import Foundation
import NavStoreSQLite
import Testing

@testable import NavStore

/// A database that is deleted or replaced while a store has it open.
@Suite("A deleted or replaced file")
struct MovedFileTests {
  private let folder: DamageFolder

  init() throws {
    folder = try DamageFolder()
  }

  /// The part of the store that is deleted: the database, all files of the folder, or the folder.
  enum Fate: String, CaseIterable {
    case deleted, deletedWithLog, folderDeleted
  }

  private func meet(_ fate: Fate) throws {
    switch fate {
    case .deleted: try FileManager.default.removeItem(at: folder.url)
    case .deletedWithLog: try folder.clear()
    case .folderDeleted: try FileManager.default.removeItem(at: folder.folder)
    }
  }

  @Test(
    "After the file is deleted, the next save creates a file with all live stacks",
    arguments: Fate.allCases, [false, true])
  func deleted(_ fate: Fate, isSuspended: Bool) async throws {
    let store = try folder.open()
    var failures = store.saveFailures.makeAsyncIterator()
    let session = try store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["a", "b"])
    let other = try store.session(of: Page.self, in: "second", account: "ada")
    other.replaceRoot(with: "home", keepingStack: true)
    other.push("x")
    try await store.flush()
    if isSuspended { try await store.suspend() }
    try meet(fate)

    session.push("c")
    try await store.flush()
    #expect(await failures.next()?.code == .fileReplaced)
    #expect(try await store.history(of: Page.self, account: nil).items().map(\.route) == ["c"])
    session.pop()
    try await store.suspend()

    let fresh = try folder.open()
    #expect(!fresh.openReport.needsAttention)
    #expect(try fresh.restore(Page.self, in: "main").path == ["a", "b"])
    let second = try fresh.restore(Page.self, in: "second", account: "ada")
    #expect(second.path == ["x"])
    #expect(second.root == "home")
    // The route of a root screen has no visit, which is not a fault.
    #expect(try fresh.consistencyFaults().filter { $0 != "1 routes of no visit" } == [])
  }

  @Test("A query and a close also detect the deleted file")
  func noticing() async throws {
    for closes in [false, true] {
      let store = try folder.open()
      try store.save(["a"] as [Page], in: "main")
      _ = try await store.history(of: Page.self, account: nil).items()
      try folder.clear()
      if closes {
        try await store.close()
      } else {
        #expect(try await store.history(of: Page.self, account: nil).items().map(\.route) == ["a"])
        try await store.flush()
      }
      let fresh = try folder.open()
      #expect(try fresh.restore(Page.self, in: "main").path == ["a"])
      try folder.clear()
    }
  }

  @Test("Another store that replaces the file keeps its content and gets the live stacks")
  func replaced() async throws {
    let other = try DamageFolder()
    let theirs = try other.open()
    try theirs.save(["theirs"] as [Page], in: "theirs")
    try theirs.save((0..<300).map { Page("page \($0)") }, in: "deep")
    try await theirs.close()

    let store = try folder.open()
    let session = try store.session(of: Page.self, in: "main")
    for number in 0..<50 { session.push(Page("/\(number)")) }
    try await store.flush()
    #expect(rename(other.path, folder.path) == 0)
    session.push("last")
    try await store.flush()
    try await store.close()

    let fresh = try folder.open()
    #expect(!fresh.openReport.needsAttention)
    #expect(try fresh.consistencyFaults() == [])
    #expect(try fresh.restore(Page.self, in: "theirs").path == ["theirs"])
    #expect(try fresh.restore(Page.self, in: "deep").path.count == 300)
    #expect(try fresh.restore(Page.self, in: "main").path.count == 51)
  }

  @Test("A foreign file at the path is kept, flushes throw, and changes stay in memory")
  func stranger() async throws {
    let store = try folder.open()
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    try await store.flush()
    try folder.clear()
    let diary = Array("Dear diary".utf8)
    try folder.write(diary)
    session.push("b")
    #expect(await reason { try await store.flush() } == .notAStore)
    #expect(folder.contents() == ["store.sqlite": diary])
    #expect(session.path == ["a", "b"])
    try folder.clear()
    try await store.flush()
    try await store.close()
    #expect(try folder.open().restore(Page.self, in: "main").path == ["a", "b"])
  }

  @Test("A window's list continues with its selected stack")
  func windowList() async throws {
    let store = try folder.open()
    let list = try store.window(in: "main")
    let first = try store.session(of: Page.self, in: "main", stack: "first")
    first.push("a")
    _ = try list.select("first")
    first.push("b")
    try await store.flush()
    try folder.clear()
    first.push("c")
    try await store.flush()
    try await store.close()
    let fresh = try folder.open()
    #expect(try fresh.restore(Page.self, in: "main", stack: "first").path == ["a", "b", "c"])
    let again = try fresh.window(in: "main")
    #expect(again.selectedStack == "first")
    #expect(try fresh.consistencyFaults() == [])
  }

  @Test("A window's list in the new file has no intermediate screens of an open turn")
  func openTurn() async throws {
    let store = try folder.open()
    let window = try Window(store)
    let session = try window.session("a")
    session.push("x")
    try await store.flush()
    session.change(endsTurn: false) { $0.push(Page("passed")) }
    #expect(session.go(endsTurn: false, by: nil) { $0.target(by: -1) })
    session.change(endsTurn: false) { $0.push(Page("y")) }
    try folder.clear()
    try await store.flush()
    #expect(window.listed == "[y]")
    session.push("z")
    try await store.flush()
    #expect(window.listed == "y [z]")
  }
}
