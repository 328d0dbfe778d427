import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// A window with one object of each type that a turn can change.
@MainActor
final class TurnWindow {
  let window: NavWindow
  let main: NavRouter<NumberRoute>
  let other: NavRouter<NumberRoute>
  let split: NavSplit<Int, NumberRoute>
  let details: NavSplit<Int, NumberRoute>
  let sheet: NavPresentation<NumberRoute>
  let tabs: NavTabs<Int, NumberRoute>

  /// Tabs that share the window's back/forward list.
  let places: NavTabs<Int, NumberRoute>

  /// A value that is mirrored and saved as by the view modifier `navPersisted`.
  let persisted: WindowValue<Int>

  init(_ store: NavStore, scene: String) {
    window = NavWindow(scene: NavScene(id: scene), store: store)
    main = NavRouter(in: window)
    other = NavRouter(in: window, stack: "other")
    split = NavSplit(0, in: window)
    details = NavSplit(0, in: window, named: "details", keepsDetails: true)
    sheet = NavPresentation("sheet", in: window, restores: true)
    // `places` is created before `tabs`, because the first tabs of a window are recorded in the
    // window's list.
    places = NavTabs(0, in: window, named: "place")
    tabs = NavTabs(0, in: window)
    places.shareHistory()
    persisted = window.shared.ownValue(named: "persisted", with: 0)
    _ = persisted.current
  }

  /// Changes every object once, so that no later call is the first call on its object.
  func begin() {
    main.push(contentsOf: [1, 2, 3])
    main.pop()
    other.push(1)
    split.select(1, path: [1])
    details.select(1, path: [1])
    sheet.present(1, path: [1])
    tabs.selection = 1
    tabs[1].push(1)
    for place in 0...3 { _ = places[place].path }
    places.selection = 1
    places[1].push(1)
    persisted.save(1)
  }

  /// The calls. Each call sets the number of its turn in everything that it changes.
  nonisolated static let calls: [Call] = [
    Call("push") { $0.main.push(.init(number: $1)) },
    Call("push several") { $0.main.push(contentsOf: [.init(number: $1), .init(number: -$1)]) },
    Call("pop") { window, _ in window.main.pop() },
    Call("pop, then push") { $0.main.popToRoot(thenPush: [.init(number: $1)]) },
    Call("replaceTop") { $0.main.replaceTop(with: .init(number: $1)) },
    Call("path") { $0.main.path = [.init(number: $1), 7] },
    Call("replaceRoot") { $0.main.replaceRoot(with: .init(number: $1)) },
    Call("replaceRoot, with a path") {
      $0.main.replaceRoot(with: .init(number: $1), path: [.init(number: $1), 8])
    },
    Call("back") { window, _ in window.main.back() },
    Call("forward", isSlow: true) { window, _ in window.main.forward() },
    Call("title", isInTurn: false) { $0.main.setTitle("\($1)", for: 1) },
    Call("value", isInTurn: false) {
      try? $0.main.session.setVisitState($1, named: "scroll", of: 1, atDepth: 1)
    },
    Call("push on another") { $0.other.push(.init(number: $1)) },
    Call("select") { $0.split.select($1, path: [.init(number: $1), .init(number: $1)]) },
    Call("select, its own stack") { $0.details.select($1, path: [.init(number: $1)]) },
    Call("columns", isSlow: true) {
      $0.split.columnVisibility = $1.isMultiple(of: 2) ? .all : .detailOnly
    },
    Call("present") { $0.sheet.present(.init(number: $1), path: [.init(number: $1)]) },
    Call("dismiss") { window, _ in window.sheet.item = nil },
    Call("tab", isSlow: true) { $0.tabs.selection = $1 },
    Call("push in a tab") { $0.tabs[$1].push(.init(number: $1)) },
    Call("shared tab", waitsForWriter: true) { $0.places.selection = $1 },
    Call("push in a shared tab") { $0.places[$1].push(.init(number: $1)) },
    Call("push in the selected shared tab") {
      $0.places.selectedRouter.push(.init(number: $1))
    },
    Call("back in shared tabs", waitsForWriter: true) { window, _ in window.places.back() },
    Call("forward in shared tabs", waitsForWriter: true) { window, _ in window.places.forward() },
    Call("select in the window's list", waitsForWriter: true) {
      $0.places.windowHistory?.select($1.isMultiple(of: 2) ? "other" : "")
    },
    Call("value of the window", isInTurn: false, waitsForWriter: true) {
      $0.window.setValue($1, named: "size")
    },
    Call("persisted value", isSlow: true) { $0.persisted.save($1) },
  ]

  struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// Whether all changes of the call may be committed up to half a second after the turn.
    let isSlow: Bool

    /// Whether the turn's commit contains the changes of the call. Titles, and values of screens
    /// and windows, are committed separately.
    let isInTurn: Bool

    /// Whether the call runs work on the writer's queue, and waits while the queue is busy.
    let waitsForWriter: Bool
    let make: @MainActor @Sendable (TurnWindow, _ turn: Int) -> Void

    init(
      _ name: String, isSlow: Bool = false, isInTurn: Bool = true, waitsForWriter: Bool = false,
      _ make: @escaping @MainActor @Sendable (TurnWindow, Int) -> Void
    ) {
      testDescription = name
      self.isSlow = isSlow || !isInTurn
      self.isInTurn = isInTurn
      self.waitsForWriter = waitsForWriter
      self.make = make
    }
  }
}

/// All data of a ``TurnWindow`` that the file contains.
struct StoredWindow: Equatable {
  private var stacks: [String: Stack] = [:]
  private var values: [String: String] = [:]

  /// The entries of the window's back/forward list, with the current one in brackets.
  private var list = ""
  private var selectedStack = ""

  private struct Stack: Equatable, CustomStringConvertible {
    let root: Int?
    let path: [Int]
    var entries: [Int?]
    var index: Int
    var value: Int?

    var description: String {
      let entries = entries.map { $0.map(String.init) ?? "·" }.joined(separator: " ")
      let root = root.map(String.init) ?? "·"
      return "\(root) \(path), [\(entries)] at \(index), value \(value.map(String.init) ?? "-")"
    }
  }

  /// Reads the data in the file with a separate store, without letting the main loop end a turn.
  init(_ folder: TemporaryFolder, scene: String) throws {
    let store = try folder.relaunch()
    let names =
      ["", "other", "split:split", "sheet:sheet"]
      + (0...3).flatMap {
        [StoredNames.detail("details", of: $0), "tab:tabs.\($0)", "tab:place.\($0)"]
      }
    let menu = try store.window(in: scene).backForwardMenu
    list = menu.entries.map { entry in
      let place = "\(entry.stack):\(entry.itemKey ?? "·")"
      return entry.index == menu.index ? "[\(place)]" : place
    }.joined(separator: " ")
    selectedStack = menu.entries[menu.index].stack
    for name in names {
      let session = try store.session(of: NumberRoute.self, in: scene, stack: name)
      let list = session.backForward
      stacks[name] = Stack(
        root: session.root?.number, path: session.path.map(\.number),
        entries: list.entries.map { $0.route?.number }, index: list.index,
        value: try session.visitState(Int.self, named: "scroll", of: 1, atDepth: 1))
    }
    for name in [
      "split:split.selection", "split:details.selection", "tab:tabs.selected", "tab:place.selected",
      "persisted", "size",
    ] {
      values[name] = try store.sceneValue(Int.self, named: name, in: scene).map { "\($0)" }
    }
    values["columns"] = try store.sceneValue(String.self, named: "split:split.columns", in: scene)
    try store.closeNow()
  }

  /// The data without the values that turns don't commit: values of screens, and values that the
  /// app sets.
  var withoutOwnValues: StoredWindow {
    var window = self
    for name in stacks.keys { window.stacks[name]?.value = nil }
    window.values["size"] = nil
    return window
  }

  /// The data without the values that turns don't commit, and without back/forward lists. Each turn
  /// adds one entry to a list, so the number of entries depends on the division into turns.
  var withoutLists: StoredWindow {
    var window = withoutOwnValues
    for name in stacks.keys {
      window.stacks[name]?.entries = []
      window.stacks[name]?.index = 0
    }
    window.list = ""
    return window
  }

  func differences(from other: StoredWindow) -> String {
    let stacks = stacks.compactMap { name, stack in
      other.stacks[name].flatMap { $0 == stack ? nil : "\(name): \(stack) for \($0)" }
    }
    let values = Set(values.keys).union(other.values.keys).filter {
      self.values[$0] != other.values[$0]
    }.map { "\($0): \(self.values[$0] ?? "-") for \(other.values[$0] ?? "-")" }
    let lists = list == other.list ? [] : ["the window's list: \(list) for \(other.list)"]
    return (stacks + values + lists).joined(separator: ", ")
  }
}
