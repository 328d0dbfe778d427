import TestSupport
import Testing

@testable import NavRouting
@testable import NavStore

/// Compares a window with a split view, a sheet, tabs and root screens with a model after each turn
/// and each launch. Also reads its file during random turns.
@MainActor
@Suite("Windows compared with a model")
struct WindowModelTests {
  @Test("A window, a relaunched window and a second reader always have the state after some turn")
  func model() async throws {
    var run = try WindowRun(random: .make())
    for turn in 1...(isSoak ? 100_000 : 500) { try await run.turn(turn) }
    // Checks that the run had launches, reads during open turns, and removals: 12, 62 and 25 are
    // expected. With higher limits, one run in a hundred would fail by chance.
    #expect(run.launches > 0 && run.readsMeanwhile > 20 && run.removals > 3)
  }
}

/// A window, its model, and the random changes that are made to both.
@MainActor
private struct WindowRun {
  private let folder: TemporaryFolder
  private var store: NavStore
  private var window: ModelWindow
  private var model = WindowModel()

  /// The model's content after each turn since the last turn that is certainly saved.
  private var turns: [WindowContents]
  private var touched: Set<String> = []
  private var random: SeededRandom
  private(set) var (launches, readsMeanwhile, removals) = (0, 0, 0)

  init(random: SeededRandom) throws {
    folder = try TemporaryFolder(inMemory: true)
    // The clock stands still, so that the writer saves no turn that is open, however slow the
    // machine is.
    store = try folder.relaunch(life: .frozen)
    window = ModelWindow(store)
    turns = [WindowContents(model)]
    self.random = random
  }

  mutating func turn(_ turn: Int) async throws {
    let place: Comment = "turn \(turn), seed \(random.seed)"
    touched = []
    for _ in 0..<Int.random(in: 1...4, using: &random) { try change(place) }
    if Int.random(in: 0..<8, using: &random) == 0 {
      // The turn is open, so the file has the content after an earlier turn. Reads each stack on
      // the writer's queue, so that nothing is committed between two reads.
      let found = try store.writer.queue.sync { try WindowContents(folder) }
      try #require(turns.contains(found), "\(place): \(found)")
      readsMeanwhile += 1
    }
    turns.append(WindowContents(model))
    switch Int.random(in: 0..<40, using: &random) {
    case 0: try await relaunch(place)
    case 1...2: try await changeEverywhere(place)
    case 3...6: try await flush(place)
    default: await mainQueue()
    }
    try compare(place)
  }

  /// Records that this turn changes the stack. Returns `false` if the turn has already changed it;
  /// the caller then skips its change. The model doesn't simulate that several changes in one turn
  /// make one entry.
  private mutating func touches(_ name: String) -> Bool { touched.insert(name).inserted }

  private mutating func relaunch(_ place: Comment) async throws {
    await mainQueue()
    try await store.close()
    store = try folder.relaunch(life: .frozen)
    window = ModelWindow(store)
    launches += 1
    turns = [WindowContents(model)]
  }

  private mutating func flush(_ place: Comment) async throws {
    try await store.flush()
    let found = try WindowContents(folder)
    try #require(found == WindowContents(model), "\(place): \(found)")
    turns = [found]
  }

  private mutating func changeEverywhere(_ place: Comment) async throws {
    await mainQueue()
    let (number, other) = (self.number(), self.number())
    var last = ""
    let before = WindowContents(model)
    let history = store.history(of: NumberRoute.self, account: nil)
    if Bool.random(using: &random) {
      try await history.removeRoutes { $0.number == number }
      model.remove(number)
      last = "removed \(number)"
    } else {
      try await history.replaceRoutes { $0.number == number ? NumberRoute(number: other) : $0 }
      model.rewrite(number, to: other)
      last = "rewrote \(number) to \(other)"
    }
    removals += 1
    try await flush("\(place), \(last), before: \(before)")
  }

  private func compare(_ place: Comment) throws {
    let shown = WindowContents(window)
    try #require(shown.isPart(of: WindowContents(model)), "\(place): \(shown)")
  }

  private mutating func number() -> Int { .random(in: 1...12, using: &random) }
  private mutating func numbers(_ count: ClosedRange<Int>) -> [Int] {
    (0..<Int.random(in: count, using: &random)).map { _ in number() }
  }

  /// Makes one random call on one of the window's objects, and the same change of the model.
  private mutating func change(_ place: Comment) throws {
    let number = number()
    let path: [Int]? = Bool.random(using: &random) ? numbers(0...3) : nil
    let routes = path?.map { NumberRoute(number: $0) }
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2:
      guard touches("split:split") else { return }
      let selection = number > 3 ? number : nil
      window.split.select(selection.map { NumberRoute(number: $0) }, path: routes)
      model.select(selection, path: path)
    case 3...4:
      guard touches(StoredNames.detail("details", of: number % 4)) else { return }
      window.details.select(number % 4, path: routes)
      model.selectDetail(number % 4, path: path)
    case 5:
      guard touches("sheet:sheet") else { return }
      window.sheet.present(NumberRoute(number: number), path: routes)
      model.present(number, path: path)
    case 6:
      guard touches("sheet:sheet") else { return }
      window.sheet.item = nil
      model.replaceRoot(nil, on: "sheet:sheet")
    case 7:
      guard touches("") else { return }
      let isOneCall = Bool.random(using: &random)
      let root = NumberRoute(number: number)
      window.main.replaceRoot(with: root, path: isOneCall ? routes : nil)
      // Setting a root that is equal to the current one changes nothing.
      if model[""].root != number { model.replaceRoot(number, on: "") }
      guard let path, let routes else { return }
      if isOneCall {
        model.setPath(path, on: "")
      } else {
        window.main.push(contentsOf: routes)
        model.push(path, on: "")
      }
    case 8:
      window.tabs.selection = number % 4
      model.tab = number % 4
    default: try changeStack(place)
    }
  }

  private mutating func changeStack(_ place: Comment) throws {
    let (name, router) = window.stacks[Int.random(in: 0..<window.stacks.count, using: &random)]
    // The stack of a sheet exists only while the sheet is shown.
    guard name != "sheet:sheet" || model[name].root != nil, touches(name) else { return }
    let numbers = numbers(1...3)
    let routes = numbers.map { NumberRoute(number: $0) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      router.push(contentsOf: routes)
      model.push(numbers, on: name)
    case 3:
      router.pop(numbers.count)
      model.pop(numbers.count, on: name)
    case 4:
      router.replaceTop(with: routes[0])
      model.replaceTop(numbers[0], on: name)
    case 5:
      router.path = routes
      model.setPath(numbers, on: name)
    default:
      let offset = [-1, 1, -3, 2].randomElement(using: &random) ?? 0
      try #require(router.go(by: offset) == model.go(by: offset, on: name), place)
    }
  }
}

/// A window with one object of each type whose content is restored.
@MainActor
private struct ModelWindow {
  let main: NavRouter<NumberRoute>
  let split: NavSplit<NumberRoute?, NumberRoute>
  let details: NavSplit<Int, NumberRoute>
  let sheet: NavPresentation<NumberRoute>
  let tabs: NavTabs<Int, NumberRoute>

  init(_ store: NavStore) {
    let window = NavWindow(scene: .main, store: store)
    main = NavRouter(in: window)
    split = NavSplit(nil, in: window)
    details = NavSplit(0, in: window, named: "details", keepsDetails: true)
    sheet = NavPresentation("sheet", in: window, restores: true)
    tabs = NavTabs(0, in: window)
  }

  /// The stacks that the window shows with the current selections, by their names in the store.
  var stacks: [(name: String, router: NavRouter<NumberRoute>)] {
    [
      ("", main), ("split:split", split.detail),
      (StoredNames.detail("details", of: details.selection), details.detail),
      ("sheet:sheet", sheet.router),
      ("tab:tabs.\(tabs.selection)", tabs.selectedRouter),
    ]
  }
}

/// The content of a window, either of its objects or of its data in a file.
private struct WindowContents: Equatable, CustomStringConvertible {
  private var stacks: [String: String] = [:]
  private var values: [String: Int?] = [:]

  private static let names =
    ["", "split:split", "sheet:sheet"]
    + (0..<4).flatMap { [StoredNames.detail("details", of: $0), "tab:tabs.\($0)"] }

  private mutating func add(
    _ name: String, root: Int?, path: [Int], entries: [Int?], index: Int
  ) {
    let list = entries.map { $0.map(String.init) ?? "·" }.joined(separator: " ")
    stacks[name] = "\(root.map(String.init) ?? "·") \(path), [\(list)] at \(index)"
  }

  private mutating func add(_ name: String, _ session: NavStore.Session<NumberRoute>) {
    let list = session.backForward
    add(
      name, root: session.root?.number, path: session.path.map(\.number),
      entries: list.entries.map { $0.route?.number }, index: list.index)
  }

  init(_ model: WindowModel) {
    for name in Self.names {
      let stack = model[name]
      add(
        name, root: stack.root, path: stack.path.map(\.number),
        entries: stack.shown.entries.map { $0.last?.number }, index: stack.shown.index)
    }
    values = ["split": model.selection, "details": model.detail, "tab": model.tab]
  }

  @MainActor init(_ window: ModelWindow) {
    for (name, router) in window.stacks { add(name, router.session) }
    values = [
      "split": window.split.selection?.number, "details": window.details.selection,
      "tab": window.tabs.selection,
    ]
  }

  /// Reads the data in the file with a separate store, without letting the main loop end a turn.
  init(_ folder: TemporaryFolder) throws {
    let store = try folder.relaunch()
    for name in Self.names {
      add(name, try store.session(of: NumberRoute.self, in: "main", stack: name))
    }
    let selection = try store.sceneValue(
      NumberRoute?.self, named: "split:split.selection", in: "main")
    values = [
      "split": selection??.number,
      "details": try store.sceneValue(Int.self, named: "split:details.selection", in: "main") ?? 0,
      "tab": try store.sceneValue(Int.self, named: "tab:tabs.selected", in: "main") ?? 0,
    ]
    try store.closeNow()
  }

  /// Returns whether the contents are equal, except for stacks that only `other` has.
  func isPart(of other: WindowContents) -> Bool {
    values == other.values && stacks.allSatisfy { other.stacks[$0] == $1 }
  }

  var description: String {
    let values = values.mapValues { $0.map(String.init) ?? "·" }
    return "\(values.sorted { $0.key < $1.key }) \(stacks.sorted { $0.key < $1.key })"
  }
}
