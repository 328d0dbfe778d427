import NavRouting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An app that changes selections, a sheet, a root, tabs and their stacks in every turn, until it
/// is killed. The new state of each object depends only on the number of the turn. A test can
/// therefore check that the saved states are all of one turn.
///
///     restore-crasher turns STORE
///
/// Prints the number of every twentieth turn.
@MainActor
struct Turns {
  private let path: String

  init(_ arguments: ArraySlice<String>) throws {
    guard let path = arguments.first, arguments.count == 1 else { throw Usage(argument: "turns") }
    self.path = path
  }

  func run() async throws {
    let store = try NavStore(url: URL(fileURLWithPath: path))
    let window = NavWindow(scene: .main, store: store)
    let main = NavRouter<Screen>(in: window)
    let split = NavSplit<Int, Screen>(0, in: window)
    let details = NavSplit<Int, Screen>(0, in: window, named: "details", keepsDetails: true)
    let sheet = NavPresentation<Screen>("sheet", in: window, restores: true)
    // The first tabs of a window are recorded in the window's back/forward list. `tabs` are made
    // after `places`, so `tabs` aren't recorded in it.
    let places = NavTabs<Int, Screen>(0, in: window, named: "place")
    let tabs = NavTabs<Int, Screen>(0, in: window)
    _ = window.backForward
    var turn = main.root?.id ?? 0
    while true {
      turn += 1
      let screen = Screen(id: turn)
      split.select(turn, path: [screen, screen])
      details.select(turn % 5, path: [screen])
      sheet.present(screen, path: [screen])
      main.replaceRoot(with: screen)
      main.push(screen)
      tabs.selection = turn % 3
      tabs[turn % 3].path = [screen]
      places.selection = turn % 3
      places[turn % 3].path = [screen]
      if turn.isMultiple(of: 20) {
        print(turn)
        fflush(nil)
      }
      await Task.yield()
    }
  }
}
