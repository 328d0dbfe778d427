import Foundation
import NavRouting
import NavStoreTesting
import Observation
import Testing

/// Navigation in apps that show one of many things: feeds, chats, rooms and editors. Each test uses
/// the public API in the way of an app that was ported to this library.
@MainActor
@Suite("Patterns of apps: readers") struct ReaderAppsTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private func window(account: String? = nil) -> NavWindow {
    NavWindow(scene: .main, account: account, store: temporary.store)
  }

  enum Place: NavRoute {
    case feed(String)
    case article(id: Int)
  }

  /// The properties that select the screens in an app without a path of routes.
  @Observable @MainActor
  final class Selection {
    var feed: String?
    var article: Int?

    var path: [Place] {
      get {
        guard let feed else { return [] }
        return [.feed(feed)] + (article.map { [.article(id: $0)] } ?? [])
      }
      set {
        (feed, article) = (nil, nil)
        for place in newValue {
          switch place {
          case .feed(let name): feed = name
          case .article(let id): article = id
          }
        }
      }
    }

    func follow(_ router: NavRouter<Place>) {
      router.backForwardListsRoot = false
      router.mirror(as: .visit, { self.path }, set: { self.path = $0 })
    }
  }

  @Test(
    "A feed reader deselects in one turn and selects in the next, and Back leads to every article")
  func feedReader() async throws {
    let selection = Selection()
    let router = window().router(Place.self)
    selection.follow(router)
    for (feed, article) in [("swift", 1), ("linux", 2), ("swift", 3)] {
      selection.article = nil
      await turn()
      selection.feed = feed
      await turn()
      selection.article = article
      await turn()
      // Saves the position with the article's item, so that every screen that shows the article has
      // it.
      router.setValue(100 * article, named: "scroll", of: .item)
    }
    try await router.flush()
    try await temporary.relaunch(afterCrash: true)

    let later = Selection()
    let again = window().router(Place.self)
    later.follow(again)
    #expect(later.path == [.feed("swift"), .article(id: 3)])
    var seen: [Int] = []
    while again.back() {
      await turn()
      if let article = later.article { seen.append(article) }
    }
    #expect(seen.filter { $0 != 3 }.first == 2 && seen.last == 1)
    #expect(later.path.first == .feed("swift"))
    let history = temporary.store.history(of: Place.self, account: nil)
    #expect(try await history.value(Int.self, named: "scroll", of: .article(id: 2)) == 200)
    #expect(
      try await history.items().map(\.route).filter {
        if case .article = $0 { true } else { false }
      }
      .count == 3)
  }

  @Test("A link that begins by deselecting everything keeps the Back list")
  func linkThatDeselects() async {
    let selection = Selection()
    let router = window().router(Place.self)
    selection.follow(router)
    (selection.feed, selection.article) = ("swift", 1)
    await turn()
    (selection.feed, selection.article) = (nil, nil)
    await turn()
    (selection.feed, selection.article) = ("linux", 2)
    await turn()
    #expect(router.back())
    await turn()
    #expect(selection.path == [.feed("swift"), .article(id: 1)])
    #expect(!router.backForward.canGoBack)
  }

  enum File: NavRoute {
    case file(path: String)
  }

  struct Cursor: Codable, Equatable {
    var line: Int
  }

  @Test(
    "An editor has no Back entry before its first file, and saves cursors of files not on screen"
  )
  func editor() async throws {
    let window = window()
    let places = window.router(File.self)
    places.backForwardListsRoot = false
    let history = window.history(of: File.self)
    // This path is longer than the longest allowed name of a value.
    let long = "/src/" + String(repeating: "folder/", count: 100) + "main.swift"
    places.path = [.file(path: "/a.swift")]
    await turn()
    #expect(!places.backForward.canGoBack)
    for path in [long, "/b.swift"] {
      places.path = [.file(path: path)]
      await turn()
    }
    try await history.setValue(Cursor(line: 7), named: "cursor", of: .file(path: long))
    try await places.flush()
    try await temporary.relaunch()

    let again = self.window().router(File.self)
    again.backForwardListsRoot = false
    #expect(again.path == [.file(path: "/b.swift")])
    #expect(again.back() && again.path == [.file(path: long)])
    let cursor = try await temporary.store.history(of: File.self, account: nil)
      .value(Cursor.self, named: "cursor", of: .file(path: long))
    #expect(cursor == Cursor(line: 7))
  }

  /// A route that an app with coordinators saves as a link, and opens like any other link.
  enum SavedRoute: NavRoute {
    case room(id: String)
    case settings
  }

  @Test("A coordinator's saved link expires after a day, and is erased with its account")
  func coordinators() async throws {
    let clock = ManualClock()
    let temporary = try TemporaryStore(clock: clock)
    let saved = { (account: String) in
      NavWindow(scene: .main, account: account, store: temporary.store)
        .router(SavedRoute.self, expiresAfter: .days(1))
    }
    let router = saved("@ada")
    router.path = [.room(id: "!a")]
    router.path = [.room(id: "!b")]
    try await router.flush()

    clock.advance(by: .seconds(3_600))
    try await temporary.relaunch(afterCrash: true)
    #expect(saved("@ada").path == [.room(id: "!b")])
    #expect(saved("@bob").path.isEmpty)

    clock.advance(by: .seconds(86_401))
    try await temporary.relaunch()
    let expired = saved("@ada")
    #expect(expired.path.isEmpty && expired.restoration.skippedReason == .expired)

    expired.push(.settings)
    try await expired.flush()
    try await temporary.store.eraseAccount("@ada")
    try await temporary.relaunch()
    #expect(saved("@ada").path.isEmpty)
    #expect(try await temporary.store.history(of: SavedRoute.self, account: "@ada").items().isEmpty)
  }

  /// A model of a screen in an app whose path contains observable models.
  @Observable @MainActor
  final class Detail {
    let id: Int
    var draft = ""

    init(id: Int) { self.id = id }
  }

  @Observable @MainActor
  final class Model {
    var details: [Detail] = []

    /// The routes of the models. Setting them keeps the model of each screen that remains.
    var routes: [Place] {
      get { details.map { .article(id: $0.id) } }
      set {
        let old = details
        details = newValue.compactMap { place in
          guard case .article(let id) = place else { return nil }
          return old.first { $0.id == id } ?? Detail(id: id)
        }
      }
    }
  }

  @Test("Models in a path are saved as routes, and each is kept while its screen is on the stack")
  func modelsInPath() async throws {
    let model = Model()
    let router = window().router(Place.self)
    router.mirror({ model.routes }, set: { model.routes = $0 })
    model.details = [Detail(id: 1)]
    await turn()
    model.details[0].draft = "kept"
    model.details.append(Detail(id: 2))
    await turn()
    #expect(router.back())
    await turn()
    #expect(model.details.map(\.id) == [1] && model.details[0].draft == "kept")
    #expect(router.forward())
    await turn()
    #expect(model.details.map(\.id) == [1, 2] && model.details[0].draft == "kept")
    try await router.flush()

    try await temporary.relaunch(afterCrash: true)
    let later = Model()
    window().router(Place.self).mirror({ later.routes }, set: { later.routes = $0 })
    #expect(later.details.map(\.id) == [1, 2])
  }

  /// Waits until a mirror has recorded a change, and until the turn of this change has ended.
  private func turn() async {
    for _ in 0..<3 { await mainQueue() }
  }
}
