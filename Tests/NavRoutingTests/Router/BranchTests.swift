import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Branches from the screen on top")
struct BranchTests {
  let folder: TemporaryFolder
  let store: NavStore
  let router: NavRouter<NumberRoute>

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
    router = NavWindow(scene: .main, store: store).router(NumberRoute.self)
  }

  private func visit(_ route: NumberRoute) async throws {
    router.push(route)
    try await store.flush()
  }

  private func back() async throws {
    router.back()
    try await store.flush()
  }

  @Test("A screen that Forward no longer reaches is a branch, and opens with the stack below it")
  func cutOff() async throws {
    try await visit(1)
    try await visit(2)
    router.setTitle("Two", for: 2)
    try await visit(20)
    try await back()
    try await back()
    #expect(try await router.branches().isEmpty, "Forward leads to 2")
    try await visit(3)
    try await back()
    let branches = try await router.branches()
    #expect(branches.map(\.route) == [2], "Forward leads to 3, and 20 is not above 1")
    #expect(branches.first?.title == "Two")
    try #expect(router.open(branches[0]))
    #expect(router.path == [1, 2])
  }

  @Test("The most recent branch is first, each route once, also after a relaunch")
  func order() async throws {
    for route: NumberRoute in [2, 3, 2, 4, 5] {
      try await visit(route)
      try await back()
    }
    #expect(try await router.branches().map(\.route) == [4, 2, 3])
    let relaunched = try folder.relaunch()
    let again = NavWindow(scene: .main, store: relaunched).router(NumberRoute.self)
    #expect(try await again.branches().map(\.route) == [4, 2, 3])
  }

  @Test("Forgotten screens and screens of other stacks are not branches")
  func none() async throws {
    let other = router.window.router(NumberRoute.self, stack: "other")
    other.push(9)
    try await store.flush()
    other.back()
    try await visit(2)
    try await back()
    try await visit(3)
    try await back()
    #expect(try await router.branches().map(\.route) == [2])
    try await router.window.history(of: NumberRoute.self).forget(.item(2))
    #expect(try await router.branches().isEmpty)
  }
}
