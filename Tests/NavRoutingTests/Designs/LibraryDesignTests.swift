import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("A media library with history") struct LibraryDesignTests {
  typealias Route = LibraryDesign.Route

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  private func router(_ store: NavStore) -> NavRouter<Route> {
    NavRouter(in: NavWindow(scene: "library", store: store))
  }

  private func titles(_ routes: [Route]) -> [String] { routes.map { $0.title ?? "settings" } }

  @Test(
    "A path of strings and numbers is restored with the same values and types",
    arguments: Ending.allCases)
  func mixedValues(_ ending: Ending) async throws {
    typealias Value = LibraryDesign.Value
    let router = NavRouter<Value>(in: NavWindow(scene: "library", store: self.store))
    router.push("books")
    router.push(42)
    router.push("42")
    router.path.append(Value(7))
    try await router.flush()
    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = NavRouter<Value>(in: NavWindow(scene: "library", store: reopened))
    #expect(again.path == anyRoutes("books", 42, "42", 7))
    #expect(again.path[1].as(Int.self) == 42)
    #expect(again.path[2].as(String.self) == "42", "The text \"42\" is not decoded as a number")
    #expect(again.pop(to: Value(42)))
    #expect(again.path == anyRoutes("books", 42))
    #expect(!again.pop(to: Value("nowhere")))
    try await again.flush()
    #expect(
      try folder.relaunch().restore(Value.self, in: "library").path
        == anyRoutes("books", 42))
  }

  @Test(
    "Models in routes are restored with all their data, not only their ids",
    arguments: Ending.allCases)
  func models(_ ending: Ending) async throws {
    let path: [Route] = [
      .book(1, "Middlemarch"), .movie(1, "Stalker"), .song(1, "Ai Đưa Em Về 🎵"), .settings,
    ]
    let router = router(store)
    router.push(contentsOf: path)
    let again = self.router(try await folder.relaunch(after: ending, of: store))
    #expect(again.path == path)
    #expect(titles(again.path) == titles(path), "Titles are restored too")
    #expect(again.pop(to: .movie(1, "known by its id")))
    #expect(
      titles(again.path) == ["Middlemarch", "Stalker"],
      "A movie is not equal to a book with the same id")
  }

  @Test("Any screen can show the root, the settings and the favorites", arguments: Ending.allCases)
  func goesAround(_ ending: Ending) async throws {
    let router = router(store)
    router.goToSettings()
    #expect(router.path == [.settings])
    router.goToSettings()
    #expect(router.path == [.settings], "The settings are on top already")
    router.goToRoot()
    #expect(router.path.isEmpty)
    router.push(contentsOf: [.book(1, "A"), .movie(2, "B")])
    router.goToSettings()
    #expect(router.path == [.book(1, "A"), .movie(2, "B"), .settings])
    try await router.flush()

    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.router(reopened)
    #expect(again.path == [.book(1, "A"), .movie(2, "B"), .settings])
    let favourites: [Route] = [.song(3, "C"), .book(1, "A")]
    again.showFavourites(favourites)
    #expect(again.path == favourites)
    try await again.flush()
    #expect(again.undo())
    #expect(again.path == [.book(1, "A"), .movie(2, "B"), .settings], "Undone as one change")
    #expect(again.redo())
    let last = self.router(try await folder.relaunch(after: ending, of: reopened))
    #expect(last.path == favourites)
    #expect(last.popToRoot() == 2)
  }

  @Test("History lists each viewed item once, also after a relaunch", arguments: Ending.allCases)
  func viewedBefore(_ ending: Ending) async throws {
    let router = router(store)
    for route in [
      Route.book(1, "A"), .movie(2, "B"), .song(3, "C"), .settings, .book(1, "A"), .movie(4, "D"),
    ] {
      router.push(route)
      if let title = route.title { router.setTitle(title) }
      try await router.flush()
    }
    router.goToRoot()
    let reopened = try await folder.relaunch(after: ending, of: store)
    let recent = try await reopened.history(of: Route.self, account: nil).items()
    #expect(
      recent.map(\.route)
        == [.movie(4, "D"), .book(1, "A"), .settings, .song(3, "C"), .movie(2, "B")])
    #expect(recent.map(\.visitCount) == [1, 2, 1, 1, 1])
    #expect(recent.map(\.title) == ["D", "A", nil, "C", "B"])
    let movies = try await reopened.history(of: Route.self, account: nil).visits(kind: "movie")
    #expect(movies.map(\.route) == [.movie(4, "D"), .movie(2, "B")])
    #expect(
      try await reopened.history(of: Route.self, account: nil).items(.frequent()).first?.route
        == .book(1, "A"))
    // A visit of the history can be opened again, and then shows the whole stack below it.
    let again = self.router(reopened)
    #expect(again.path.isEmpty)
    #expect(try again.open(recent[3]))
    #expect(again.path == [.book(1, "A"), .movie(2, "B"), .song(3, "C")])
  }

  @Test(
    "Undo and redo work across a relaunch, and a new screen ends the redo",
    arguments: Ending.allCases)
  func undoRedo(_ ending: Ending) async throws {
    let router = router(store)
    #expect(!router.undo())
    for id in 1...4 {
      router.push(.book(id, "\(id)"))
      try await router.flush()
    }
    #expect(router.undo() && router.undo())
    #expect(router.path == [.book(1, "1"), .book(2, "2")])

    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.router(reopened)
    #expect(again.redo())
    #expect(again.path.map(\.title) == ["1", "2", "3"])
    #expect(again.undo() && again.undo() && again.undo() && !again.undo())
    #expect(again.path.isEmpty)
    #expect(again.redo())
    again.push(.song(9, "9"))
    #expect(!again.redo(), "A push removes the forward entries")
    #expect(again.path.map(\.title) == ["1", "9"])
    let last = self.router(try await folder.relaunch(after: ending, of: reopened))
    #expect(last.path.map(\.title) == ["1", "9"])
    #expect(last.undo())
    #expect(last.path.map(\.title) == ["1"])
  }
}
