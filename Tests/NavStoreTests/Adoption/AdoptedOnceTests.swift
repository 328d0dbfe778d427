import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Import of legacy state, at most once")
struct AdoptedOnceTests {
  private let temporary: TemporaryStore
  private let file: URL

  init() throws {
    temporary = try TemporaryStore { $0.crashGuard = false }
    file = temporary.folder.appendingPathComponent("path.json", isDirectory: false)
    try Data(#"[{"name":"a"},{"name":"b"}]"#.utf8).write(to: file)
  }

  private var store: NavStore { temporary.store }

  /// Loads the stack of `scene` and `account`, with `file` as its legacy state, and marks the stack
  /// as shown. Returns the path of the stack as text.
  private func ask(_ scene: String = "main", account: String = "") throws -> String {
    let session = try store.session(
      of: Page.self, in: scene, account: account.orSignedOut,
      adopting: .json(file: file, removesAfterward: false))
    session.willShow()
    #expect(session.restoration.failures.isEmpty)
    return session.trail
  }

  /// Confirms the restore of the stack of `account` in the scene "main", as five seconds on screen
  /// do. Then saves all changes.
  private func confirm(account: String = "") async throws {
    try await store.session(of: Page.self, in: "main", account: account.orSignedOut)
      .confirmRestore()
    try await store.flush()
  }

  private static let taken = ""

  @Test("A second window doesn't import the legacy path again, before or after the first saves")
  func secondWindow() async throws {
    #expect(try ask() == "a/b")
    #expect(try ask("second") == Self.taken)
    #expect(try ask("second", account: "ada") == Self.taken)
    try store.session(of: Page.self, in: "main").push("c")
    try await store.flush()
    #expect(try ask("third") == Self.taken)
    try await temporary.relaunch()
    #expect(try ask("fourth") == Self.taken)
    #expect(try ask() == "a/b/c")
  }

  @Test("An account that signs in after the restore is confirmed imports nothing")
  func signedIn() async throws {
    #expect(try ask() == "a/b")
    try await confirm()
    #expect(try ask(account: "ada") == Self.taken)
    try temporary.reopenAfterKill()
    #expect(try ask(account: "ada") == Self.taken)
    #expect(try ask() == "a/b")
  }

  @Test("An imported stack is saved when its restore is confirmed, without visits in the history")
  func shown() async throws {
    #expect(try ask() == "a/b")
    try await confirm()
    try temporary.reopenAfterKill()
    #expect(try ask() == "a/b")
    #expect(try await store.history(of: Page.self, account: nil).visits().isEmpty)
  }

  @Test("After an unconfirmed import, the next launch imports again, for any account")
  func notConfirmed() async throws {
    #expect(try ask() == "a/b")
    #expect(try ask(account: "ada") == Self.taken)
    try await store.flush()
    try temporary.reopenAfterKill()
    #expect(try ask(account: "ada") == "a/b")
  }

  @Test("Confirming a window does not save the import of another account's window before it")
  func replaced() async throws {
    #expect(try ask() == "a/b")
    let signedOut = try store.session(of: Page.self, in: "main")
    #expect(!store.noteUse(ofScene: "main", by: store.account("ada")))
    try await store.session(of: Page.self, in: "main", stack: "other", account: "ada")
      .confirmRestore()
    try await store.flush()
    #expect(signedOut.trail == "a/b")
    try temporary.reopenAfterKill()
    #expect(try ask(account: "ada") == "a/b")
  }

  @Test(
    "After an erasure, no account imports the erased legacy path again",
    arguments: [true, false], [true, false])
  func erased(isSaved: Bool, isEverything: Bool) async throws {
    #expect(try ask(account: "ada") == "a/b")
    if isSaved { try await confirm(account: "ada") }
    if isEverything {
      try await store.eraseEverything()
    } else {
      try await store.eraseAll(of: "ada")
    }
    #expect(try ask("second", account: "ada") == Self.taken)
    #expect(try ask("second") == Self.taken)
    try await store.flush()
    try await temporary.relaunch()
    for account in ["", "ada", "bob"] {
      let found = try ask("third", account: account)
      #expect(found == Self.taken)
    }
  }

  @Test("A screen forgotten before the first save is not imported by the next launch")
  func forgotten() async throws {
    #expect(try ask() == "a/b")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("a")))
    #expect(
      try store.session(of: Page.self, in: "main").lasting == "b",
      "The other screen is still shown.")
    try temporary.reopenAfterKill()
    #expect(try ask() == "b")
  }

  @Test("A deleted scene imports nothing again, but a new store does")
  func deleted() async throws {
    #expect(try ask() == "a/b")
    try await confirm()
    try await store.deleteScene("main")
    try await temporary.relaunch()
    #expect(try ask() == Self.taken)
    let other = try NavStore(url: temporary.folder.appendingPathComponent("other.sqlite"))
    let session = try other.session(
      of: Page.self, in: "main", adopting: .json(file: file, removesAfterward: false))
    #expect(session.trail == "a/b")
  }

  @Test("A different legacy source and a different stack are imported as well")
  func others() throws {
    #expect(try ask() == "a/b")
    let data = Data(#"[{"name":"x"}]"#.utf8)
    let second = try store.session(of: Page.self, in: "second", adopting: .json(data))
    #expect(second.trail == "x")
    let tab = try store.session(
      of: Page.self, in: "main", stack: "tab", adopting: .json(file: file, removesAfterward: false))
    #expect(tab.trail == "a/b")
    let custom = NavLegacyState<Page>.custom { ["k"] }
    #expect(try store.session(of: Page.self, in: "third", adopting: custom).trail == "k")
    #expect(try store.session(of: Page.self, in: "fourth", adopting: custom).trail == "")
  }
}
