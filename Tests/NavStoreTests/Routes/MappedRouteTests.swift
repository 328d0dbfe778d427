import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Elements that are stored as a route type, because they aren't `Codable`.
@Suite struct MappedRouteTests {
  private let folder: TemporaryStore
  private var store: NavStore { folder.store }

  init() throws {
    folder = try TemporaryStore()
  }

  private func session(scene: String = "main") throws -> NavStore.Session<LiveScreen> {
    try store.session(of: LiveScreen.self, in: scene)
  }

  @Test("Routes that aren't Codable are restored after a relaunch")
  func relaunch() async throws {
    try store.save([LiveScreen.article(id: 7), .settings], in: "main")
    let reopened = try await folder.relaunch()
    let restoration = try reopened.restore(LiveScreen.self, in: "main")
    #expect(restoration.path == [.article(id: 7), .settings])
    #expect(restoration.failures.isEmpty)
    #expect(restoration.savedAt != nil)
  }

  @Test("An element without a stored route ends the stored stack; memory keeps all elements")
  func nilInTheMiddle() async throws {
    let session = try session()
    session.push(.article(id: 1))
    session.push(.code("1234"))
    session.push(.article(id: 3))
    try await store.flush()
    #expect(session.path == [.article(id: 1), .code("1234"), .article(id: 3)])

    // While the app runs, Back and Forward also show the screen that is not stored.
    #expect(session.back())
    #expect(session.path == [.article(id: 1), .code("1234")])
    #expect(session.back())
    #expect(session.path == [.article(id: 1)])
    #expect(session.go(by: 2))
    #expect(session.path == [.article(id: 1), .code("1234"), .article(id: 3)])

    // The history has the stored routes below and above the unstored screen. The parent of the
    // upper route is the nearest stored route below it.
    let visits = try await store.history(of: StoredScreen.self, account: nil).visits()
    #expect(visits.map(\.route) == [.article(id: 3), .article(id: 1)])
    let top = try #require(visits.first)
    let stack = try await store.history(of: StoredScreen.self, account: nil).path(of: top)
    #expect(stack.path == [.article(id: 1), .article(id: 3)])

    let reopened = try await folder.relaunch()
    let restored = try reopened.session(of: LiveScreen.self, in: "main")
    #expect(restored.path == [.article(id: 1)])
    #expect(restored.restoration.failures.isEmpty)
    #expect(restored.backForward.entries.map(\.route) == [nil, .article(id: 1)])
    #expect(restored.backForward.index == 1)
    #expect(!restored.forward())
    #expect(restored.back())
    #expect(restored.path.isEmpty)
    #expect(try !Data(contentsOf: folder.url).contains(Data("1234".utf8)))
  }

  @Test("Saving a path with an element without a stored route stores the stack up to it")
  func saveWithNil() async throws {
    let path: [LiveScreen] = [.article(id: 1), .code("1234"), .article(id: 3)]
    try store.save(path, in: "main")
    #expect(try store.restore(LiveScreen.self, in: "main").path == path)
    let visits = try await store.history(of: StoredScreen.self, account: nil).visits()
    #expect(visits.map(\.route) == [.article(id: 3)], "The other screens were never on top.")

    let reopened = try await folder.relaunch()
    let restored = try reopened.restore(LiveScreen.self, in: "main")
    #expect(restored.path == [.article(id: 1)])
    // A route above an element that is not stored is not stored either.
    try reopened.save([LiveScreen.code("1"), .settings], in: "main")
    let again = try await folder.relaunch()
    #expect(try again.restore(LiveScreen.self, in: "main").path.isEmpty)
  }

  @Test(
    "A stored route that the coding refuses is a failure, and its bytes are kept"
  )
  func throwingMapping() async throws {
    let path: [LiveScreen] = [.settings, .article(id: 13), .article(id: 1)]
    try store.save(path, in: "main")
    var store = try await folder.relaunch()
    let cut = try store.restore(PickyScreen.self, in: "main")
    #expect(cut.path.map(\.screen) == [.settings])
    #expect(cut.failures.map(\.position) == [1, 2])
    #expect(cut.failures.map(\.cause) == [.mappingFailed, .aboveFailure])
    #expect(cut.failures.first?.typeName == "StoredScreen")
    let recent = try await store.history(of: PickyScreen.self, account: nil).items()
    #expect(recent.map(\.route.screen) == [.article(id: 1)])

    store = try await folder.relaunch()
    #expect(try store.restore(LiveScreen.self, in: "main").path == path)
  }

  @Test("Entries that the coding refuses are skipped in the back/forward list")
  func throwingMappingInTheList() async throws {
    let session = try session()
    for id in [1, 13, 2] { session.set([.article(id: id)]) }
    let reopened = try await folder.relaunch()
    let restored = try reopened.session(of: PickyScreen.self, in: "main")
    #expect(restored.path.map(\.screen) == [.article(id: 2)])
    #expect(restored.back())
    #expect(restored.path.map(\.screen) == [.article(id: 1)])
    #expect(restored.forward())
    #expect(restored.path.map(\.screen) == [.article(id: 2)])
  }

  @Test("Sessions of one stack and element type are one object; another type is rejected")
  func sharing() throws {
    let session = try session()
    session.push(.settings)
    #expect(try self.session() === session)
    enum Impostor: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "StoredScreen")
      case settings
    }
    func expectRefused<E: NavElement>(_ type: E.Type, in scene: String) {
      #expect(errorCode { try store.session(of: type, in: scene) } == .unsupportedRoute)
    }
    expectRefused(Impostor.self, in: "impostor")
    expectRefused(PickyScreen.self, in: "main")
    expectRefused(StoredScreen.self, in: "main")

    // A stack of `StoredScreen` itself, alone or mixed, is accepted. `StoredScreen` is the storage
    // type of `LiveScreen`, not a second type with that tag.
    try store.save([StoredScreen.settings], in: "plain")
    let mixed: [AnyScreen<OneType<StoredScreen>>] = anyRoutes(StoredScreen.settings)
    try store.save(mixed, in: "mixed")
  }

  @Test("A stack saved with a storage type is restored as the stored type, and vice versa")
  func plainAndMapped() async throws {
    try store.save([LiveScreen.settings, .article(id: 1)], in: "main")
    var store = try await folder.relaunch()
    #expect(
      try store.restore(StoredScreen.self, in: "main").path == [.settings, .article(id: 1)])
    try store.save([StoredScreen.article(id: 2)], in: "main")
    store = try await folder.relaunch()
    #expect(
      try store.restore(LiveScreen.self, in: "main").path == [.article(id: 2)])
  }

  @Test("The history of an element type returns its elements")
  func history() async throws {
    let session = try session()
    session.push(.article(id: 1))
    session.push(.settings)
    session.pop()
    session.push(.article(id: 2))
    let history = store.history(of: LiveScreen.self, account: nil)
    let recent = try await history.items()
    #expect(recent.map(\.route) == [.article(id: 2), .settings, .article(id: 1)])
    #expect(recent.map(\.kind) == ["article", "settings", "article"])
    #expect(recent.map(\.id).first == "StoredScreen.article#2")
    let visits = try await history.visits(limit: 1)
    #expect(visits.map(\.route) == [.article(id: 2)])
    let visit = try #require(visits.first)
    let stack = try await history.path(of: visit)
    #expect(stack.path == [.article(id: 1), .article(id: 2)])
  }

  @Test("A stored route over a limit is rejected, and nothing changes")
  func limits() throws {
    var configuration = NavStore.Configuration()
    configuration.limits.payloadBytes = 30
    let store = NavStore(inMemory: configuration)
    try store.save([LiveScreen.article(id: 1)], in: "main")
    let code = errorCode {
      try store.save([LiveScreen.settings, .article(id: .max)], in: "main")
    }
    #expect(code == .invalidArgument)
    #expect(
      try store.restore(LiveScreen.self, in: "main").path == [.article(id: 1)])
  }
}

// MARK: - The routes

private struct NoSuchArticle: Error {}

/// An element that contains a model object, as in apps that were written without restoration in
/// mind.
private enum LiveScreen: NavElement {
  case article(Model)
  case settings
  case code(String)

  struct Model: Hashable, Sendable {
    let id: Int
    let title: String
  }

  static let coding = NavCoding<LiveScreen>.stored(as: StoredScreen.self) { screen in
    StoredScreen(screen)
  } from: { stored in
    LiveScreen(stored)
  }

  init(_ stored: StoredScreen) {
    switch stored {
    case .article(let id): self = .article(id: id)
    case .settings: self = .settings
    }
  }

  static func article(id: Int) -> LiveScreen {
    .article(Model(id: id, title: "Article \(id)"))
  }
}

/// An element for ``LiveScreen`` in an app in which article 13 no longer exists.
private struct PickyScreen: NavElement {
  let screen: LiveScreen

  static let coding = NavCoding<PickyScreen>.stored(as: StoredScreen.self) {
    StoredScreen($0.screen)
  } from: { stored in
    if case .article(id: 13) = stored { throw NoSuchArticle() }
    return PickyScreen(screen: LiveScreen(stored))
  }
}

private enum StoredScreen: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "StoredScreen")

  case article(id: Int)
  case settings

  /// Fails for a code, because a code has no stored route.
  init?(_ screen: LiveScreen) {
    switch screen {
    case .article(let model): self = .article(id: model.id)
    case .settings: self = .settings
    case .code: return nil
    }
  }
}
