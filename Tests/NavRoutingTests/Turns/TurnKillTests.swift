import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Kills processes during and after turns. The file must have the changes of a turn in all objects
/// or in none.
@Suite("Processes killed between and within turns") struct TurnKillTests {
  /// The route type of the helper program `restore-crasher`, with the same name.
  private struct Screen: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Screen")
    let id: Int
  }

  @Test("A selection, a sheet, a root and a tab are restored with their stacks, all of one turn")
  func kills() async throws {
    var random = SeededRandom.make()
    var turns = Set<Int>()
    for kill in 0..<(isSoak ? 10_000 : 20) {
      let folder = try TemporaryFolder(inMemory: true)
      let lines = Int.random(in: 1...3, using: &random)
      try await onOwnThread {
        let app = try SpawnedProcess(
          try BuiltExecutable.named("restore-crasher"), ["turns", folder.path()])
        for _ in 0..<lines { _ = app.readLine() }
        app.signal(9)
        app.waitUntilExit()
      }
      let found = try await numbers(try folder.relaunch())
      let place: Comment = "kill \(kill), seed \(random.seed): \(found)"
      let turn = try #require(found.first, place)
      try #require(turn > 0 && found.allSatisfy { $0 == turn }, place)
      turns.insert(turn)
    }
    // The kills must hit different turns, or the test would check only one state.
    #expect(turns.count > 1)
  }

  /// Returns the turn numbers that the window's objects contain, beginning with the number of the
  /// root screen. The last number is -1 if the details or the tabs have another selection than that
  /// turn sets.
  @MainActor
  private func numbers(_ store: NavStore) async throws -> [Int] {
    let window = NavWindow(scene: .main, store: store)
    let main = NavRouter<Screen>(in: window)
    let split = NavSplit<Int, Screen>(0, in: window)
    let details = NavSplit<Int, Screen>(0, in: window, named: "details", keepsDetails: true)
    let sheet = NavPresentation<Screen>("sheet", in: window, restores: true)
    let places = NavTabs<Int, Screen>(0, in: window, named: "place")
    let tabs = NavTabs<Int, Screen>(0, in: window)
    _ = window.backForward
    var found = [main.root?.id ?? 0, split.selection, sheet.item?.id ?? 0]
    let routers = [
      main, split.detail, details.detail, sheet.router, tabs[tabs.selection],
      places[places.selection],
    ]
    for router in routers {
      found += router.path.isEmpty ? [0] : router.path.map(\.id)
    }
    let turn = found[0]
    let areSelected = tabs.selection == turn % 3 && places.selection == turn % 3
    if details.selection != turn % 5 || !areSelected { found.append(-1) }
    try await store.close()
    return found
  }
}
