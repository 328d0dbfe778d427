import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Removal of imported legacy state")
struct OldValueTests {
  private let temporary: TemporaryStore
  private let file: URL

  init() throws {
    temporary = try TemporaryStore()
    file = temporary.folder.appendingPathComponent("path.json", isDirectory: false)
    try write([#"{"name":"a"}"#, #"{"name":"b"}"#])
  }

  private var store: NavStore { temporary.store }
  private var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

  private func write(_ elements: [String]) throws {
    try Data("[\(elements.joined(separator: ","))]".utf8).write(to: file)
  }

  private func session(
    _ source: NavLegacyState<Page>? = nil
  ) throws -> NavStore.Session<Page> {
    try store.session(of: Page.self, in: "main", adopting: source ?? .json(file: file))
  }

  /// Simulates a launch that imports the path in `file`, pushes the page "c", confirms the restore
  /// and exits normally. Then starts the next launch.
  private func relaunchAfterAdopting() async throws {
    let first = try session()
    first.willShow()
    first.push("c")
    try await first.confirmRestore()
    try await store.suspend()
    #expect(isThere, "The launch that imports the file never removes it.")
    try await temporary.relaunch()
  }

  @Test(
    "A legacy file is kept until a later launch confirms its restore, and then removed",
    arguments: ["confirmRestore", "suspend", "close"])
  func confirmed(by way: String) async throws {
    try await relaunchAfterAdopting()
    let second = try session()
    #expect(second.trail == "a/b/c")
    try await store.flush()
    #expect(isThere)
    switch way {
    case "confirmRestore": try await second.confirmRestore()
    case "suspend": try await store.suspend()
    default: try await store.close()
    }
    #expect(!isThere)

    try temporary.reopenAfterKill()
    let third = try session()
    #expect(third.trail == "a/b/c")
    try await third.confirmRestore()
  }

  @Test(
    "A legacy file is removed after five seconds on screen, with the guard on or off",
    arguments: [true, false])
  func settled(isGuarded: Bool) async throws {
    let life = ManualLife()
    let temporary = try TemporaryStore {
      $0.life = NavStore.AppLife(life)
      if !isGuarded { $0.crashGuard = false }
    }
    let file = file
    try temporary.store.save([Page("x")], in: "main")
    try temporary.reopenAfterKill()
    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
    var source = NavLegacyState<Page>.json(file: file)
    let removeFile = source.remove
    source.remove = {
      try removeFile?()
      continuation.yield()
    }
    let session = try temporary.store.session(of: Page.self, in: "main", adopting: source)
    session.willShow()
    life.advance(by: .seconds(4))
    session.push("y")
    try await temporary.store.flush()
    #expect(isThere, "Four seconds don't confirm the restore.")
    life.advance(by: .milliseconds(1_500))
    for await _ in calls { break }
    #expect(!isThere)
  }

  @Test("Restoring a stack in the launch that saved it keeps the legacy file")
  func sameLaunch() async throws {
    try session().push("c")
    try await store.flush()
    // After another process writes to the database, the store loads a stack from it again if the
    // app retains no session of the stack.
    try temporary.another().save([Page("x")], in: "another")
    let again = try session()
    #expect(again.trail == "a/b/c")
    try await again.confirmRestore()
    try await store.close()
    #expect(isThere)
  }

  @Test("A launch that restores the stack and is killed keeps the legacy file")
  func killed() async throws {
    try await relaunchAfterAdopting()
    _ = try session()
    try temporary.reopenAfterKill()
    #expect(isThere)
  }

  @Test("A legacy file is kept if removesAfterward is false")
  func kept() async throws {
    try await relaunchAfterAdopting()
    let source = NavLegacyState<Page>.json(file: file, removesAfterward: false)
    let second = try session(source)
    try await second.confirmRestore()
    #expect(isThere)
  }

  @Test(
    "A legacy file is kept if a part of it can't be imported",
    arguments: [["]"], [#"{"nom":"a"}"#]])
  func lossy(elements: [String]) async throws {
    try write([#"{"name":"a"}"#] + elements)
    _ = try session()
    try store.save([Page("x")], in: "main")
    try await temporary.relaunch()
    let second = try session()
    try await second.confirmRestore()
    #expect(isThere)
  }

  @Test("A legacy file is kept if the saved stack can't be restored completely")
  func salvaged() async throws {
    try await relaunchAfterAdopting()
    try temporary.rawConnection().run("UPDATE route SET tag = 'Gone' WHERE payload LIKE '%c%'")
    let second = try session()
    #expect(second.trail == "a/b")
    try await second.confirmRestore()
    try await store.close()
    #expect(isThere)
  }

  @Test("Confirming another scene keeps the legacy file; suspending the store removes it")
  func otherScene() async throws {
    try await relaunchAfterAdopting()
    _ = try session()
    try await store.session(of: Page.self, in: "other").confirmRestore()
    #expect(isThere)
    try await store.suspend()
    #expect(!isThere)
  }

  @Test("The remove closure of a custom source is called until the source returns nil")
  func announced() async throws {
    let old = Locked<[Page]?>(["a"])
    let calls = Tally()
    let source = NavLegacyState<Page>.custom {
      old.withLock { $0 }
    } remove: {
      calls.add()
    }
    _ = try session(source)
    try store.save([Page("a")], in: "main")
    try await temporary.relaunch()
    #expect(calls.count == 0)
    for launch in 1...3 {
      let session = try session(source)
      #expect(session.trail == "a")
      try await session.confirmRestore()
      #expect(calls.count == min(launch, 2))
      if launch == 2 { old.withLock { $0 = nil } }
      try await temporary.relaunch()
    }
  }

  @Test("An in-memory store never removes a legacy file")
  func inMemory() async throws {
    let store = NavStore.inMemory()
    let session = try store.session(of: Page.self, in: "main", adopting: .json(file: file))
    #expect(session.trail == "a/b")
    session.push("c")
    try await session.confirmRestore()
    try await store.close()
    #expect(isThere)
  }

  @Test("Erasing the account that imported a legacy file removes it, in any launch")
  func erasedAccount() async throws {
    for isLater in [false, true] {
      try write([#"{"name":"a"}"#, #"{"nom":"b"}"#])
      let name = "\(isLater)"
      func session(_ account: String) throws -> NavStore.Session<Page> {
        try store.session(
          of: Page.self, in: "main", stack: name, account: account.orSignedOut,
          adopting: .json(file: file))
      }
      let first = try session("ada")
      #expect(first.trail == "a")
      first.push("c")
      _ = try session("bob")
      if isLater {
        try await temporary.relaunch()
        _ = try session("ada")
        _ = try session("bob")
      }
      #expect(try await store.eraseAll(of: "bob") == 0)
      #expect(isThere, "This account did not import the file.")
      #expect(try await store.eraseAll(of: "ada") == 0)
      #expect(!isThere)
    }
  }

  @Test(
    "Erasing an account removes each window's legacy file, or reports that it is left",
    arguments: [true, false], ["the account", "everything"])
  func twoWindows(isKnown: Bool, of extent: String) async throws {
    func file(_ scene: String) -> URL {
      temporary.folder.appendingPathComponent("\(scene).json", isDirectory: false)
    }
    func session(_ scene: String) throws -> NavStore.Session<Page> {
      try store.session(
        of: Page.self, in: scene, account: "bob", adopting: .json(file: file(scene)))
    }
    for scene in ["w0", "w1"] {
      try Data(#"[{"name":"\#(scene)"}]"#.utf8).write(to: file(scene))
      try session(scene).push("c")
    }
    try await temporary.relaunch()
    try await session("w0").confirmRestore()
    #expect(!FileManager.default.fileExists(atPath: file("w0").path))
    if isKnown { _ = try session("w1") }
    let oldValuesLeft =
      extent == "everything"
      ? try await store.eraseAll(of: nil)
      : try await store.eraseAll(of: "bob")
    #expect(oldValuesLeft == (isKnown ? 0 : 1))
    #expect(FileManager.default.fileExists(atPath: file("w1").path) == !isKnown)
  }

  @Test("An erasure reports a legacy file that removesAfterward keeps")
  func cannotBeRemoved() async throws {
    let source = NavLegacyState<Page>.json(file: file, removesAfterward: false)
    _ = try session(source)
    try await store.flush()
    #expect(try await store.eraseAll(of: "") == 1)
    #expect(try await store.eraseAll(of: "") == 0, "An erasure reports the file only once.")
  }

  @Test("An erasure reports a legacy file without a source, unless the file was removed before")
  func unnamed() async throws {
    try await relaunchAfterAdopting()
    #expect(try await store.eraseAll(of: "") == 1)
    #expect(isThere)
    try await temporary.relaunch()
    let second = try store.session(
      of: Page.self, in: "main", account: "ada", adopting: .json(file: file))
    #expect(second.trail == "", "The path was imported before.")
    try write([#"{"name":"x"}"#])
    let third = try store.session(
      of: Page.self, in: "second", account: "ada", adopting: .json(file: file))
    third.push("y")
    try await temporary.relaunch()
    let fourth = try store.session(
      of: Page.self, in: "second", account: "ada", adopting: .json(file: file))
    try await fourth.confirmRestore()
    #expect(!isThere)
    try await temporary.relaunch()
    #expect(try await store.eraseAll(of: "ada") == 0)
  }
}
