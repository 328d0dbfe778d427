import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Applies every change of routes to routers, tabs, split views and sheets, in each ``State``, such
/// as live or relaunched.
@MainActor
@Suite("Every change of routes, on routers, tabs, split views and sheets")
struct ChangedWindowObjectsTests {
  nonisolated private static let account = "ada"

  /// A change of the routes of account "ada", such as forgetting an item or rewriting all routes.
  enum Change: String, CaseIterable, Sendable {
    case forgetItem, forgetKind, forgetDates, clear, remove, removeToPrevious, rewrite, shift
    case eraseAccount

    /// Returns the number of a selected or presented route after the change; `nil` if the route is
    /// removed.
    func successor(_ number: Int) -> Int? {
      switch self {
      case .forgetItem, .remove, .removeToPrevious: number == 7 ? nil : number
      case .rewrite: number == 7 ? 70 : number
      case .shift: number == 7 ? 8 : number == 8 ? 9 : number
      case .forgetDates: number
      case .forgetKind, .clear, .eraseAccount: nil
      }
    }

    /// Returns the number of a route on a path after the change; `nil` if its visit is removed.
    func visitSuccessor(_ number: Int) -> Int? { self == .forgetDates ? nil : successor(number) }

    /// Whether a screen that is shown during the change is still shown after it, until the user
    /// leaves the screen.
    var leavesScreens: Bool {
      switch self {
      case .forgetItem, .forgetKind, .forgetDates, .clear: true
      default: false
      }
    }

    func make(in store: NavStore) async throws {
      let account = ChangedWindowObjectsTests.account
      switch self {
      case .forgetItem:
        try await store.history(of: NumberRoute.self, account: account.orSignedOut).forget(
          .item(NumberRoute(number: 7)))
      case .forgetKind:
        try await store.history(of: NumberRoute.self, account: account.orSignedOut).forget(
          .kind("NumberRoute"))
      case .forgetDates:
        try await store.history(of: NumberRoute.self, account: account.orSignedOut).forget(
          .dates(.distantPast ..< .distantFuture))
      case .clear:
        try await store.history(of: NumberRoute.self, account: account.orSignedOut).forget(.all)
      case .remove:
        try await store.history(of: NumberRoute.self, account: account.orSignedOut).removeRoutes {
          $0.number == 7
        }
      case .removeToPrevious:
        try await store.history(of: NumberRoute.self, account: account.orSignedOut).removeRoutes(
          where: {
            $0.number == 7
          }, then: .previousEntry)
      case .rewrite, .shift:
        try await store.history(of: NumberRoute.self, account: account.orSignedOut).replaceRoutes {
          route in
          NumberRoute(number: successor(route.number) ?? route.number)
        }
      case .eraseAccount: try await store.eraseAccount(account)
      }
    }
  }

  enum State: String, CaseIterable, Sendable { case live, unsaved, stored, relaunched, elsewhere }

  /// The objects of one window: a router, tabs, a split view and a presentation.
  private struct WindowObjects {
    let router: NavRouter<NumberRoute>
    let tabs: NavTabs<NumberRoute, NumberRoute>
    let split: NavSplit<NumberRoute?, NumberRoute>
    let sheet: NavPresentation<NumberRoute>

    @MainActor init(_ store: NavStore) {
      let account = ChangedWindowObjectsTests.account
      router = NavRouter(
        in: NavWindow(scene: .main, account: account, store: store), stack: "router")
      tabs = NavTabs(1, in: NavWindow(scene: .main, account: account, store: store))
      split = NavSplit(nil, in: NavWindow(scene: .main, account: account, store: store))
      sheet = NavPresentation(
        "sheet", in: NavWindow(scene: .main, account: account, store: store), restores: true)
    }

    @MainActor func use() {
      for number in [1, 7, 2, 8, 7] { router.push(NumberRoute(number: number)) }
      tabs.selection = 7
      split.select(7, path: [1, 7, 2])
      sheet.present(7, path: [1, 7, 2])
    }

    @MainActor var shown: Shown {
      Shown(
        path: router.path.map(\.number), tab: tabs.selection.number,
        selected: split.selection?.number, detail: split.detail.path.map(\.number),
        presented: sheet.item?.number, sheetPath: sheet.router.path.map(\.number))
    }
  }

  private struct Shown: Equatable {
    var path = [1, 7, 2, 8, 7]
    var tab = 7
    var selected: Int? = 7
    var detail = [1, 7, 2]
    var presented: Int? = 7
    var sheetPath = [1, 7, 2]

    /// Returns the expected content after a change. Routes are removed or changed wherever they are
    /// used. A detail is removed with its selection, and a sheet's stack with the sheet's item. The
    /// first tab is selected in place of a removed tab. If a selection was only forgotten, its
    /// detail is kept.
    func after(_ change: Change) -> Shown {
      var shown = self
      // All pushes were made in one turn, so the entry before the current one is the root screen.
      shown.path = change == .removeToPrevious ? [] : path.compactMap(change.visitSuccessor)
      shown.tab = change.successor(tab) ?? 1
      shown.selected = selected.flatMap(change.successor)
      let isLeft = shown.selected != nil || change.leavesScreens
      shown.detail = isLeft ? detail.compactMap(change.visitSuccessor) : []
      shown.presented = presented.flatMap(change.successor)
      shown.sheetPath = shown.presented == nil ? [] : sheetPath.compactMap(change.visitSuccessor)
      return shown
    }
  }

  @Test(
    "Routers, tabs, split views and sheets show the changed routes, now and after a launch",
    arguments: Change.allCases,
    State.allCases)
  func change(_ change: Change, _ state: State) async throws {
    let file = try TemporaryFolder()
    var store = try file.relaunch()
    var objects: WindowObjects? = WindowObjects(store)
    objects?.use()
    #expect(objects?.shown == Shown())
    if state != .unsaved { try await store.flush() }
    for _ in 0..<3 { await mainQueue() }
    var other: NavStore?
    switch state {
    case .live, .unsaved: break
    case .stored: objects = nil
    case .relaunched:
      objects = nil
      try await store.close()
      store = try file.relaunch()
    case .elsewhere:
      objects = nil
      let store = try file.relaunch()
      objects = WindowObjects(store)
      #expect(objects?.shown == Shown())
      other = store
    }
    try await change.make(in: store)
    for _ in 0..<3 { await mainQueue() }
    let what: Comment = "\(change.rawValue), \(state.rawValue)"
    // If the stack isn't live in the removing process, the stack shows the visit below the removed
    // visit instead of the previous entry.
    let landsBelow = change == .removeToPrevious && state == .relaunched
    let after = Shown().after(landsBelow ? .remove : change)
    switch state {
    case .live, .unsaved: #expect(objects?.shown == (change.leavesScreens ? Shown() : after), what)
    case .stored, .relaunched: #expect(WindowObjects(store).shown == after, what)
    case .elsewhere: break
    }
    objects = nil
    try await other?.close()
    try await store.flush()
    let next = WindowObjects(try file.relaunch())
    #expect(next.shown == after, what)
  }
}
