import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Keys are compared by their bytes, so the composed and the decomposed form of one accented letter
/// are two keys.
@Suite("Comparison of keys by bytes")
struct KeyBytesTests {
  private static let composed = "caf\u{e9}"
  private static let decomposed = "cafe\u{301}"

  @Test("Scenes with different bytes are closed, listed and reopened separately")
  func scenes() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let (one, two) = (Self.composed, Self.decomposed)
    try store.save(["a"] as [Page], in: NavScene(id: one))
    try store.save(["b"] as [Page], in: NavScene(id: two))
    #expect(try store.closeScene(two))
    // Only scene `two` is closed. Scene `one` is open.
    #expect(try store.closedScenes() == [NavScene(id: two)])
    #expect(try !store.reopenScene(one))
    #expect(try store.reopenScene(two))
    #expect(try store.scenes().allSatisfy(\.isOpen))
  }

  @Test("The next change of a closed scene's session reopens only that scene")
  func sessions() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let (one, two) = (Self.composed, Self.decomposed)
    let first = try store.session(of: Page.self, in: one)
    let second = try store.session(of: Page.self, in: two)
    first.push("a")
    second.push("b")
    _ = try store.closeScene(one)
    _ = try store.closeScene(two)
    #expect(try store.reopenScene(two))
    first.push("c")
    try await store.flush()
    #expect(try store.scenes().allSatisfy(\.isOpen))
  }

  @Test("Pending scene values are separate by the bytes of scene, account and name")
  func values() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let (one, two) = (Self.composed, Self.decomposed)
    for (number, key) in [one, two].enumerated() {
      try store.keepSceneValue(number, named: "v", in: key)
      try store.keepSceneValue(number, named: key, in: "main")
      try store.keepSceneValue(number, named: "v", in: "main", account: key)
    }
    try await store.flush()
    for (number, key) in [one, two].enumerated() {
      #expect(try store.sceneValue(Int.self, named: "v", in: key) == number)
      #expect(try store.sceneValue(Int.self, named: key, in: "main") == number)
      #expect(try store.sceneValue(Int.self, named: "v", in: "main", account: key) == number)
    }
  }

  @Test("Visit state is separate by the bytes of its name, pending or saved")
  func visitState() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    try session.setVisitState(1, named: Self.composed)
    try session.setVisitState(2, named: Self.decomposed)
    for _ in 0..<2 {
      #expect(try session.visitState(Int.self, named: Self.composed) == 1)
      #expect(try session.visitState(Int.self, named: Self.decomposed) == 2)
      try await temporary.store.flush()
    }
  }

  @Test("A cursor of one account is rejected for the other account")
  func cursors() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    for account in [Self.composed, Self.decomposed] {
      try store.save(["a", "b"] as [Page], in: "main", account: account.orSignedOut)
      try store.save(["a", "c"] as [Page], in: "main", account: account.orSignedOut)
    }
    let page = try await store.history(of: Page.self, account: Self.composed).items(
      .recent(limit: 1))
    let last = try #require(page.last)
    let error = await code {
      _ = try await store.history(of: Page.self, account: Self.decomposed).items(after: last)
    }
    #expect(error == .invalidArgument)
  }

  @Test("A salvage keeps the stacks of two accounts separate")
  func salvage() async throws {
    let folder = try DamageFolder()
    let store = try folder.open()
    for account in [Self.composed, Self.decomposed] {
      try store.save(
        [Page(account == Self.composed && account.utf8.count == 5 ? "one" : "two")],
        in: "main", account: account.orSignedOut)
    }
    try await store.close()
    try folder.edit("DROP TABLE progress")
    let fresh = try folder.open()
    #expect(fresh.openReport.salvagedStacks == 2)
    #expect(try fresh.restore(Page.self, in: "main", account: Self.composed).path == ["one"])
    #expect(try fresh.restore(Page.self, in: "main", account: Self.decomposed).path == ["two"])
    #expect(try fresh.consistencyFaults() == [])
  }
}
