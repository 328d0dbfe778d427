import Foundation
import Testing

@testable import NavStore

/// Routes that aren't Codable, stored as routes of another type.
@Suite struct MappedRouteTests {
  private let folder: TemporaryStore
  private var store: NavStore { folder.store }

  init() throws {
    folder = try TemporaryStore()
  }

  private func session(scene: String = "main") throws -> NavStore.Session<LiveScreen> {
    try store.session(of: .screens, in: scene)
  }

  @Test("Routes that aren't Codable come back after a relaunch")
  func relaunch() async throws {
    try store.save([.article(id: 7), .settings], as: .screens, in: "main")
    let reopened = try await folder.reopen()
    let restoration = try reopened.restore(.screens, in: "main")
    #expect(restoration.stack == [.article(id: 7), .settings])
    #expect(restoration.losses.isEmpty)
    #expect(restoration.savedAt != nil)
  }

  @Test("A route without a stored form ends the stored stack; memory has it all")
  func nilInTheMiddle() async throws {
    let session = try session()
    session.push(.article(id: 1))
    session.push(.code("1234"))
    session.push(.article(id: 3))
    try await store.flush()
    #expect(session.path == [.article(id: 1), .code("1234"), .article(id: 3)])

    // Back and forward go through it while the app runs.
    #expect(session.back())
    #expect(session.path == [.article(id: 1), .code("1234")])
    #expect(session.back())
    #expect(session.path == [.article(id: 1)])
    #expect(session.go(by: 2))
    #expect(session.path == [.article(id: 1), .code("1234"), .article(id: 3)])

    // History has the routes around it, the upper one on the nearest that is stored.
    let visits = try await store.history(of: StoredScreen.self, account: nil).visits()
    #expect(visits.map(\.route) == [.article(id: 3), .article(id: 1)])
    let top = try #require(visits.first)
    let stack = try await store.history(of: StoredScreen.self, account: nil).path(of: top)
    #expect(stack.stack == [.article(id: 1), .article(id: 3)])

    let reopened = try await folder.reopen()
    let restored = try reopened.session(of: .screens, in: "main")
    #expect(restored.path == [.article(id: 1)])
    #expect(restored.restoration.losses.isEmpty)
    #expect(restored.backForward.entries.map(\.route) == [nil, .article(id: 1)])
    #expect(restored.backForward.index == 1)
    #expect(!restored.forward())
    #expect(restored.back())
    #expect(restored.path.isEmpty)
    #expect(try !Data(contentsOf: folder.url).contains(Data("1234".utf8)))
  }

  @Test("Saving a route without a stored form is no error: the stack is saved up to it")
  func saveWithNil() async throws {
    let path: [LiveScreen] = [.article(id: 1), .code("1234"), .article(id: 3)]
    try store.save(path, as: .screens, in: "main")
    #expect(try store.restore(.screens, in: "main").stack == path)
    let visits = try await store.history(of: StoredScreen.self, account: nil).visits()
    #expect(visits.map(\.route) == [.article(id: 3)], "The others were never on top")

    let reopened = try await folder.reopen()
    let restored = try reopened.restore(.screens, in: "main")
    #expect(restored.stack == [.article(id: 1)])
    // Below what is not stored, nothing is.
    try reopened.save([.code("1"), .settings], as: .screens, in: "main")
    let again = try await folder.reopen()
    #expect(try again.restore(.screens, in: "main").stack.isEmpty)
  }

  @Test("A stored form that the mapping refuses is a loss; its bytes wait for one that takes it")
  func throwingMapping() async throws {
    let path: [LiveScreen] = [.settings, .article(id: 13), .article(id: 1)]
    try store.save(path, as: .screens, in: "main")
    let picky = NavStore.Routes<LiveScreen>.screens(without: 13)
    var store = try await folder.reopen()
    let cut = try store.restore(picky, in: "main")
    #expect(cut.stack == [.settings])
    #expect(cut.losses.map(\.position) == [1, 2])
    #expect(cut.losses.map(\.reason) == [.mappingFailed, .onLostRoute])
    #expect(cut.losses.first?.tag == "StoredScreen")
    let recent = try await store.history(of: picky, account: nil).items()
    #expect(recent.map(\.route) == [.article(id: 1)])

    store = try await folder.reopen()
    #expect(try store.restore(.screens, in: "main").stack == path)
  }

  @Test("Entries that the mapping refuses are passed over in the back/forward list")
  func throwingMappingInTheList() async throws {
    let session = try session()
    for id in [1, 13, 2] { session.set([.article(id: id)]) }
    let reopened = try await folder.reopen()
    let picky = NavStore.Routes<LiveScreen>.screens(without: 13)
    let restored = try reopened.session(of: picky, in: "main")
    #expect(restored.path == [.article(id: 2)])
    #expect(restored.back())
    #expect(restored.path == [.article(id: 1)])
    #expect(restored.forward())
    #expect(restored.path == [.article(id: 2)])
  }

  @Test("Faces of one stack share a session; another route type or stored type is refused")
  func sharing() throws {
    let session = try session()
    session.push(.settings)
    #expect(try self.session() === session)
    enum Impostor: NavRoute {
      static let routeForm = NavStore.RouteForm(tag: "StoredScreen")
      case settings
    }
    #expect(
      errorCode { try store.session(of: Impostor.self, in: "impostor") } == .unsupportedRoute)
    let other = NavStore.Routes<LiveScreen>.stored(
      as: Mixed.Stranger.self, to: { _ in Mixed.Stranger(name: "") }, from: { _ in .settings })
    let code = errorCode { try store.session(of: other, in: "main") }
    #expect(code == .unsupportedRoute)
    #expect(
      errorCode { try store.session(of: StoredScreen.self, in: "main") } == .unsupportedRoute)
    let strings = NavStore.Routes<String>.stored(
      as: StoredScreen.self, to: { _ in .settings }, from: { "\($0)" })
    let ofStrings = errorCode { try store.session(of: strings, in: "main") }
    #expect(ofStrings == .unsupportedRoute)
    let itself = NavStore.Routes<StoredScreen>.stored(
      as: StoredScreen.self, to: { $0 }, from: { $0 })
    #expect(try store.session(of: StoredScreen.self, in: "itself").path.isEmpty)
    let ofItself = errorCode {
      try store.session(of: itself, in: "itself")
    }
    #expect(ofItself == .unsupportedRoute)

    // The stored type by itself, or among mixed routes, is not a second type under its tag.
    try store.save([StoredScreen.settings], in: "plain")
    try store.save(anyRoutes(StoredScreen.settings), as: .mixed(StoredScreen.self), in: "mixed")
  }

  @Test("A plain session of the stored type reads what a mapped one saved, and the other way round")
  func plainAndMapped() async throws {
    try store.save([.settings, .article(id: 1)], as: .screens, in: "main")
    var store = try await folder.reopen()
    #expect(
      try store.restore(StoredScreen.self, in: "main").stack == [.settings, .article(id: 1)])
    try store.save([StoredScreen.article(id: 2)], in: "main")
    store = try await folder.reopen()
    #expect(
      try store.restore(.screens, in: "main").stack == [.article(id: 2)])
  }

  @Test("History answers with the routes in memory")
  func history() async throws {
    let session = try session()
    session.push(.article(id: 1))
    session.push(.settings)
    session.pop()
    session.push(.article(id: 2))
    let history = store.history(of: .screens, account: nil)
    let recent = try await history.items()
    #expect(recent.map(\.route) == [.article(id: 2), .settings, .article(id: 1)])
    #expect(recent.map(\.kind) == ["article", "settings", "article"])
    #expect(recent.map(\.id).first == "StoredScreen.article#2")
    let visits = try await history.visits(limit: 1)
    #expect(visits.map(\.route) == [.article(id: 2)])
    let visit = try #require(visits.first)
    let stack = try await history.path(of: visit)
    #expect(stack.stack == [.article(id: 1), .article(id: 2)])
  }

  @Test("A stored form over a limit is refused, and nothing changes")
  func limits() throws {
    var configuration = NavStore.Configuration()
    configuration.limits.payloadBytes = 30
    let store = NavStore.inMemory(configuration: configuration)
    try store.save([.article(id: 1)], as: .screens, in: "main")
    let code = errorCode {
      try store.save([.settings, .article(id: .max)], as: .screens, in: "main")
    }
    #expect(code == .invalidArgument)
    #expect(
      try store.restore(.screens, in: "main").stack == [.article(id: 1)])
  }
}

// MARK: - The routes

private struct NoSuchArticle: Error {}

/// Holds a model, as routes of apps do that were written without restoration in mind.
private enum LiveScreen: Hashable, Sendable {
  case article(Model)
  case settings
  case code(String)

  struct Model: Hashable, Sendable {
    let id: Int
    let title: String
  }

  static func article(id: Int) -> LiveScreen {
    .article(Model(id: id, title: "Article \(id)"))
  }
}

private enum StoredScreen: NavRoute {
  static let routeForm = NavStore.RouteForm(tag: "StoredScreen")

  case article(id: Int)
  case settings
}

extension NavStore.Routes where R == LiveScreen {
  fileprivate static var screens: Self { screens(without: nil) }

  /// Does not know the article `missing` any more.
  fileprivate static func screens(without missing: Int?) -> Self {
    .stored(
      as: StoredScreen.self,
      to: { screen in
        switch screen {
        case .article(let model): .article(id: model.id)
        case .settings: .settings
        case .code: nil
        }
      },
      from: { stored in
        switch stored {
        case .article(let id):
          if id == missing { throw NoSuchArticle() }
          return .article(id: id)
        case .settings:
          return .settings
        }
      })
  }
}
