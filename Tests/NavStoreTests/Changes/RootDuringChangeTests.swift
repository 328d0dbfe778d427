import TestSupport
import Testing

@testable import NavStore

/// A root screen that the app sets while a replacement or removal of the earlier root is applied.
@Suite(.serialized) struct RootDuringChangeTests {
  /// A page whose decoding runs a function of the test.
  private struct Page: NavRoute, Codable, ExpressibleByStringLiteral {
    static let coding: NavCoding<Self> = .codable(name: "RootDuringChange.Page")
    static let onDecoding = Locked<(@Sendable (String) -> Void)?>(nil)

    let name: String
    var routeTraits: NavRouteTraits { NavRouteTraits(isStored: name != "unstored") }

    init(stringLiteral name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      let hook = Self.onDecoding.withLock { $0 }
      hook?(name)
    }
  }

  private let temporary: TemporaryStore
  private let session: NavStore.Session<Page>

  init() async throws {
    temporary = try TemporaryStore()
    session = try temporary.store.session(of: Page.self, in: "main")
    session.replaceRoot(with: "home")
    session.push("a")
    try await temporary.store.flush()
  }

  private var history: NavHistory<Page> { temporary.store.history(of: Page.self, account: nil) }

  @Test("A root that was set after the replacement's commit is kept")
  func replacement() async throws {
    let session = session
    Page.onDecoding.withLock { hook in
      hook = { name in
        guard name == "a2" else { return }
        Page.onDecoding.withLock { $0 = nil }
        session.replaceRoot(with: "other", keepingStack: true)
      }
    }
    try await history.replaceRoutes { Page(stringLiteral: "\($0.name)2") }
    #expect(Page.onDecoding.withLock { $0 == nil }, "The root was not set.")
    #expect(session.root == "other" && session.path == ["a2"])
    try await temporary.store.flush()
    let restored = try temporary.another().restore(Page.self, in: "main")
    #expect(restored.root == "other" && restored.path == ["a2"])
  }

  @Test("A root and a path that were set after the removal's commit are kept")
  func removal() async throws {
    let session = session
    session.push("unstored")
    let isSet = Locked(false)
    try await history.removeRoutes { page in
      // Screens that aren't stored are asked for after the commit.
      if page == "unstored", !isSet.withLock({ $0 }) {
        isSet.withLock { $0 = true }
        session.replaceRoot(with: "other")
        session.push("b")
      }
      return page == "home"
    }
    #expect(isSet.withLock { $0 }, "The root was not set.")
    #expect(session.root == "other" && session.path == ["b"])
    try await temporary.store.flush()
    let restored = try temporary.another().restore(Page.self, in: "main")
    #expect(restored.root == "other" && restored.path == ["b"])
  }
}
