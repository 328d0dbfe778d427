import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Objects of screens")
struct ScreenObjectTests {
  let store: NavStore
  let router: NavRouter<NumberRoute>

  init() throws {
    store = NavStore.inMemory()
    router = NavWindow(scene: .main, store: store).router(NumberRoute.self)
  }

  final class Player {}

  private func player() -> Player { router.object { Player() } }

  /// Ends the turn, and waits for the work that is on the main queue at this time.
  private func endTurn() async {
    store.endTurn()
    await mainQueue()
  }

  @Test("An object is made once per visit, and kept while Back or Forward leads to its screen")
  func kept() async throws {
    router.push(1)
    await endTurn()
    let first = player()
    #expect(player() === first)
    router.push(2)
    await endTurn()
    let second = player()
    #expect(second !== first)
    router.pop()
    await endTurn()
    #expect(player() === first)
    router.forward()
    await endTurn()
    #expect(player() === second, "Forward leads to its screen")
  }

  @Test("Two visits of one item, and two types on one screen, have separate objects")
  func apart() async throws {
    final class Model {}
    router.push(1)
    await endTurn()
    let (player, model) = (player(), router.object(Model.self) { Model() })
    router.push(1)
    await endTurn()
    #expect(self.player() !== player)
    router.back()
    await endTurn()
    #expect(self.player() === player)
    #expect(router.object(Model.self) { Model() } === model)
  }

  @Test("An object is released when no entry leads to its screen, and with the router")
  func released() async throws {
    weak var popped: Player?
    router.push(1)
    await endTurn()
    popped = player()
    router.back()
    await endTurn()
    #expect(popped != nil)
    router.push(2)
    await endTurn()
    try await store.flush()
    #expect(popped == nil, "Forward no longer leads to 1")

    weak var last: Player?
    do {
      let window = NavWindow(scene: "other", store: store)
      let router = window.router(NumberRoute.self)
      router.push(1)
      last = router.object { Player() }
      #expect(last != nil)
    }
    await endTurn()
    #expect(last == nil)
  }

  @Test("Each item of a sheet has its own object for the root screen")
  func roots() async throws {
    let sheet = router.window.presentation("sheet", of: NumberRoute.self)
    sheet.present(1)
    let first = sheet.router.object { Player() }
    sheet.router.push(5)
    await endTurn()
    #expect(sheet.router.object { Player() } !== first)
    sheet.router.pop()
    await endTurn()
    #expect(sheet.router.object { Player() } === first)
    sheet.present(2)
    await endTurn()
    #expect(sheet.router.object { Player() } !== first)
  }

  @Test("Another process's commit does not replace the object of a screen that is still shown")
  func otherProcess() async throws {
    let folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    let router = NavWindow(scene: .main, store: store).router(NumberRoute.self)
    router.push(1)
    try await store.flush()
    let player = router.object { Player() }
    let other = try NavStore(url: folder.store)
    try other.save([NumberRoute(number: 1), 2], in: .main)
    router.push(3)
    try await store.flush()
    await mainQueue()
    router.pop(to: 1)
    try await store.flush()
    await mainQueue()
    #expect(router.path.first == 1)
    #expect(router.object { Player() } === player)
  }

  @Test(
    "The number of objects is bounded by the back/forward list, for any number of navigations",
    arguments: [isSoak ? 1_000_000 : 5_000])
  func flat(navigations: Int) async throws {
    final class Count { var live = 0 }
    final class Counted {
      let count: Count
      init(_ count: Count) {
        self.count = count
        count.live += 1
      }
      deinit { count.live -= 1 }
    }
    let count = Count()
    var most = 0
    for number in 0..<navigations {
      router.push(NumberRoute(integerLiteral: number % 100))
      _ = router.object { Counted(count) }
      await endTurn()
      if number % 3 == 2 {
        router.pop(2)
        await endTurn()
      }
      if number % 50 == 49 { router.popToRoot() }
      most = max(most, count.live)
    }
    // Only the screens of the 50 entries of the list, and the screens below them, may have objects.
    #expect(most < 200)
  }
}
