import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Several routers on one stack, routers that are created and released, and routers that get their
/// window after their creation. The stack is restored once, and no change is lost.
@MainActor
@Suite("Routers that share a stack") struct SharedStackTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func router(_ scene: String = "main", _ store: NavStore? = nil) -> NavRouter<NumberRoute>
  {
    NavRouter(in: NavWindow(scene: NavScene(id: scene), store: store ?? self.store))
  }

  private func stored(_ scene: String = "main") throws -> [NumberRoute] {
    try folder.relaunch().restore(NumberRoute.self, in: NavScene(id: scene)).path
  }

  @Test("A restore counts as one attempt per launch, for any number of routers")
  func countsOneTry() async throws {
    router().push(contentsOf: [1, 2])
    try await store.flush()
    for _ in 0..<2 {
      let launch = try folder.crashingLaunch()
      for _ in 0..<500 {
        let router = router("main", launch)
        #expect(router.path == [1, 2])
      }
      // Ends this simulated launch before the restore is confirmed, as a kill does.
      try await launch.flush()
    }
    let third = router("main", try NavStore(url: folder.store))
    #expect(third.path.isEmpty)
    #expect(third.restoration.skippedReason == .crashedRepeatedly)
    #expect(third.forward())
    #expect(third.path == [1, 2])
  }

  @Test("Routers that are released after one change each lose no change")
  func throwawayChanges() async throws {
    for number in 0..<2_000 {
      router().push(NumberRoute(number: number))
      if number.isMultiple(of: 97) { await Task.yield() }
      if number.isMultiple(of: 501) { try await store.flush() }
    }
    let expected = (0..<2_000).map { NumberRoute(number: $0) }
    #expect(router().path == expected)
    try await store.flush()
    #expect(try stored() == expected)
  }

  @Test("The last change on a shared stack wins, by either router, by a call or a binding")
  func lastChangeWins() async throws {
    let (first, second) = (router(), router())
    first.push(contentsOf: [1, 2, 3])
    let swiped = Array(second.path.dropLast())
    first.push(4)
    second.path = swiped
    #expect(first.path == [1, 2])
    first.push(5)
    second.push(6)
    #expect(second.pop(to: 1, thenPush: [7]))
    #expect(first.path == [1, 7])
    first.path.append(8)
    #expect(second.path == [1, 7, 8])
    try await store.flush()
    #expect(first.listed == second.listed)
    #expect(first.listed == "0 [8]", "The changes of both routers are one turn")
    #expect(try stored() == [1, 7, 8])
    second.back()
    #expect(first.path.isEmpty)
  }
}
