import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Tests when the fifth reference design, a media library, saves and restores, and which data is
/// refreshed.
@MainActor
@Suite("A media library that saves itself") struct LibrarySavingDesignTests {
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

  private func stored() throws -> [Route] {
    try folder.relaunch().restore(Route.self, in: "library").path
  }

  @Test("Each change is saved, but an empty path set first is not a change")
  func savesChanges() async throws {
    let router = router(store)
    #expect(router.path.isEmpty)
    router.path = []
    router.goToRoot()
    router.showFavourites([])
    try await store.flush()
    #expect(try store.scenes().isEmpty, "No scene is saved")
    #expect(try folder.relaunch().restore(Route.self, in: "library").savedAt == nil)

    for path: [Route] in [
      [.book(1, "A")], [.book(1, "A"), .settings], [.book(1, "A")], [.movie(2, "B")], [],
    ] {
      router.path = path
      // No call saves the path. It is saved because the turn ends.
      await Task.yield()
      try await store.flush()
      #expect(try stored() == path)
    }
    #expect(try store.scenes().map(\.id) == ["library"], "An empty value later is a change")
  }

  @Test(
    "Unused routers at the next launch don't overwrite the saved path", arguments: Ending.allCases)
  func emptyAtLaunch(_ ending: Ending) async throws {
    router(store).push(contentsOf: [.book(1, "A"), .settings])
    let reopened = try await folder.relaunch(after: ending, of: store)
    // Creates and releases routers, as SwiftUI does for views, before one router reads its path.
    for _ in 0..<50 { _ = router(reopened) }
    try await reopened.flush()
    #expect(try stored() == [.book(1, "A"), .settings])
    let again = router(reopened)
    #expect(again.path == [.book(1, "A"), .settings])
    #expect(again.session.revision == 0, "Restoring is not a change")
  }

  @Test(
    "A path is decoded once per launch, and later routers show the changed path",
    arguments: Ending.allCases)
  func restoresOnce(_ ending: Ending) async throws {
    typealias Counted = LibraryDesign.Counted
    let scene = "counted \(ending)"
    func router(_ store: NavStore) -> NavRouter<Counted> {
      NavRouter(in: NavWindow(scene: NavScene(id: scene), store: store))
    }
    router(store).push(contentsOf: (1...5).map { Counted(number: $0) })
    let reopened = try await folder.relaunch(after: ending, of: store)
    let before = Counted.decodings.value
    let first = router(reopened)
    #expect(first.path.map(\.number) == [1, 2, 3, 4, 5])
    #expect(Counted.decodings.value - before == 5)
    first.pop(3)
    for _ in 0..<100 {
      let another = router(reopened)
      #expect(another.path.map(\.number) == [1, 2])
    }
    #expect(
      try reopened.restore(Counted.self, in: NavScene(id: scene)).path.map(\.number) == [1, 2])
    #expect(Counted.decodings.value - before == 5, "No route was decoded again")
    #expect(first.restoration.path.count == 5)
  }

  @Test(
    "Restored models are refreshed by id, in stack, list, history and file",
    arguments: Ending.allCases)
  func refreshes(_ ending: Ending) async throws {
    let path: [Route] = [.book(1, "Draft title"), .movie(1, "Same id"), .song(3, "Gone")]
    for route in path {
      let router = router(store)
      router.push(route)
      try await router.flush()
    }
    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = router(reopened)
    #expect(again.path.map(\.title) == ["Draft title", "Same id", "Gone"])
    let calls = Counter()
    let isApplied = await again.validate(within: .seconds(60)) { _ in
      calls.increment()
      // The app validates all routes in one call, as it would with one request to its server.
      return [.song(3, "")]
    }
    #expect(isApplied)
    try await reopened.history(of: Route.self, account: nil).replaceRoutes {
      $0 == .book(1, "") ? .book(1, "Final title") : nil
    }
    #expect(calls.value == 1)
    #expect(again.path.map(\.title) == ["Final title", "Same id"])
    let recent = try await reopened.history(of: Route.self, account: nil).items()
    #expect(recent.map(\.route.title) == ["Same id", "Final title"])
    #expect(again.back())
    #expect(again.path.map(\.title) == ["Final title"])

    let last = router(try await folder.relaunch(after: ending, of: reopened))
    #expect(last.path.map(\.title) == ["Final title"])
    #expect(last.forward())
    #expect(last.path.map(\.title) == ["Final title", "Same id"])
  }

  @Test(
    "A model that the app refreshes is saved even if it is equal to the old one",
    arguments: Ending.allCases)
  func refreshesInPlace(_ ending: Ending) async throws {
    let router = router(store)
    router.push(contentsOf: [.book(1, "Draft title"), .settings])
    try await router.flush()
    router.path = [.book(1, "Final title"), .settings]
    #expect(router.path.map(\.title) == ["Final title", nil])
    let again = self.router(try await folder.relaunch(after: ending, of: store))
    #expect(again.path.map(\.title) == ["Final title", nil])
  }
}
