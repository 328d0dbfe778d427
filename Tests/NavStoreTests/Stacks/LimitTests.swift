import Testing

@testable import NavStore

@Suite("Limits")
struct LimitTests {
  static let longest = String(repeating: "k", count: 512)
  static let tooLong = String(repeating: "k", count: 513)
  /// A key of 512 bytes in 128 characters.
  static let longestInBytes = String(repeating: "🧭", count: 128)

  @Test("Keys of 512 bytes are accepted", arguments: [longest, longestInBytes])
  func longestKeys(_ key: String) async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(["a"] as [Page], in: NavScene(id: key), stack: key, account: key)
    try temporary.store.setSceneValue(1, named: key, in: key, account: key)
    try temporary.store.session(of: Page.self, in: key, stack: key, account: key)
      .setVisitState(2, named: key)
    try await temporary.relaunch()
    let session = try temporary.store.session(of: Page.self, in: key, stack: key, account: key)
    #expect(session.path == ["a"])
    #expect(try session.visitState(Int.self, named: key) == 2)
    #expect(
      try temporary.store.sceneValue(Int.self, named: key, in: key, account: key) == 1)
    #expect(try await temporary.store.history(of: Page.self, account: key).items().count == 1)
    #expect(try temporary.store.closeScene(key))
    #expect(try await temporary.store.deleteScene(NavScene(id: key)))
  }

  @Test(
    "Empty keys and keys of 513 bytes are rejected everywhere, and nothing changes",
    arguments: [tooLong, longestInBytes + "k", ""])
  func refusedKeys(_ key: String) async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let pages: [Page] = ["a"]
    #expect(code { try store.save(pages, in: NavScene(id: key)) } == .invalidArgument)
    #expect(code { _ = try store.restore(Page.self, in: NavScene(id: key)) } == .invalidArgument)
    #expect(code { _ = try store.session(of: Page.self, in: key) } == .invalidArgument)
    #expect(code { try store.setSceneValue(1, named: "v", in: key) } == .invalidArgument)
    #expect(code { try store.setSceneValue(1, named: key, in: "main") } == .invalidArgument)
    #expect(
      code { _ = try store.sceneValue(Int.self, named: key, in: "main") } == .invalidArgument)
    #expect(code { _ = try store.sceneValue(Int.self, named: "v", in: key) } == .invalidArgument)
    #expect(code { try store.closeScene(key) } == .invalidArgument)
    #expect(await code { try await store.deleteScene(NavScene(id: key)) } == .invalidArgument)
    let session = try store.session(of: Page.self, in: "main")
    #expect(code { try session.setVisitState(1, named: key) } == .invalidArgument)
    if !key.isEmpty {
      #expect(code { try store.save(pages, in: "main", stack: key) } == .invalidArgument)
      #expect(code { try store.save(pages, in: "main", account: key) } == .invalidArgument)
      #expect(
        code { try store.setSceneValue(1, named: "v", in: "main", account: key) }
          == .invalidArgument)
      #expect(
        await code { _ = try await store.history(of: Page.self, account: key).items() }
          == .invalidArgument)
    }
    try await store.flush()
    #expect(try store.scenes().isEmpty)
    #expect(try temporary.number("SELECT count(*) FROM stack") == 0)
  }

  @Test("The error for an invalid key names the key's purpose, its size and the limit")
  func keyMessage() throws {
    let temporary = try TemporaryStore()
    let long = String(repeating: "k", count: 600)
    let error = #expect(throws: NavStore.Error.self) {
      try temporary.store.save(["a"] as [Page], in: "main", account: long)
    }
    #expect(error?.message == "The account key has 600 bytes; the limit is 512. Shorten it.")
    let empty = #expect(throws: NavStore.Error.self) {
      try temporary.store.save(["a"] as [Page], in: "")
    }
    #expect(empty?.message == "The scene key is empty. Use 1 to 512 bytes.")
  }

  @Test("A payload at the limit is saved, and one byte more is rejected")
  func payload() async throws {
    let temporary = try TemporaryStore()
    let limit = 1_048_576
    try temporary.store.save([Blob.make(payloadBytes: limit)], in: "main")
    #expect(
      code {
        try temporary.store.save(
          [Blob.make(payloadBytes: limit), .make(payloadBytes: limit + 1)], in: "main")
      } == .invalidArgument)
    try await temporary.relaunch()
    let restored = try temporary.store.restore(Blob.self, in: "main").path
    #expect(restored == [.make(payloadBytes: limit)])
  }

  @Test("A route that is refreshed beyond the payload limit is rejected")
  func refreshedPayload() async throws {
    let temporary = try TemporaryStore { $0.limits.payloadBytes = 100 }
    try temporary.store.save([Model(id: 1, text: "small")], in: "main")
    let large = Model(id: 1, text: String(repeating: "x", count: 200))
    #expect(code { try temporary.store.save([large], in: "main") } == .invalidArgument)
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Model.self, in: "main").path.map(\.text) == ["small"])
  }

  @Test("A stack at the depth limit is saved, and a deeper one is rejected")
  func depth() async throws {
    let temporary = try TemporaryStore()
    let pages = (0..<10_001).map { Page("\($0 % 7)") }
    try temporary.store.save(Array(pages.dropLast()), in: "main")
    #expect(code { try temporary.store.save(pages, in: "main") } == .invalidArgument)
    try await temporary.relaunch()
    let restored = try temporary.store.restore(Page.self, in: "main")
    #expect(restored.path == pages.dropLast())
    #expect(restored.failures.isEmpty)
  }

  @Test("A value at the limit is saved; a larger one is rejected and changes nothing")
  func values() throws {
    let temporary = try TemporaryStore()
    // The JSON of this string has the largest allowed size of 65,536 bytes: its quotation marks
    // take two bytes.
    let longest = String(repeating: "v", count: 65_534)
    let store = temporary.store
    try store.setSceneValue(longest, named: "v", in: "main")
    #expect(
      code { try store.setSceneValue(longest + "v", named: "v", in: "main") } == .invalidArgument)
    #expect(try store.sceneValue(String.self, named: "v", in: "main") == longest)
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    try session.setVisitState(longest, named: "v")
    #expect(code { try session.setVisitState(longest + "v", named: "v") } == .invalidArgument)
    #expect(try session.visitState(String.self, named: "v") == longest)
  }

  @Test("A value that can't be encoded is rejected and changes nothing")
  func unencodableValue() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.setSceneValue(1, named: "v", in: "main")
    #expect(
      code { try store.setSceneValue(Flaky.unencodable, named: "v", in: "main") }
        == .codingFailed)
    #expect(try store.sceneValue(Int.self, named: "v", in: "main") == 1)
  }

  @Test("Errors contain no route, key or value")
  func errorsAreDiscreet() throws {
    let temporary = try TemporaryStore { $0.limits.payloadBytes = 50 }
    let secret = "secret"
    let large = Page(String(repeating: secret, count: 100))
    let key = String(repeating: secret, count: 100)
    let errors: [any Error] = [
      { try temporary.store.save([large], in: "main") },
      { try temporary.store.save([large], in: NavScene(id: key)) },
      { try temporary.store.setSceneValue([key: Flaky.unencodable], named: "v", in: "main") },
    ].compactMap { (body: () throws -> Void) in
      do {
        try body()
        return nil
      } catch {
        return error
      }
    }
    #expect(errors.count == 3)
    for error in errors { #expect(!"\(error)".contains(secret)) }
  }
}
