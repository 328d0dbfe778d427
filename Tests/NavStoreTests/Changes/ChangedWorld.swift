import Foundation

@testable import NavStore

/// A store with stacks, lists, a window, values and a history for each of two accounts, and a model
/// of their state. Both accounts have equal contents.
final class ChangedWorld {
  static let accounts = ["", TableChange.account]
  static let a = AppRoute.product(id: 1, tab: nil)
  static let (b, c) = (AppRoute.book(Book(id: "b", title: "B")), AppRoute.settings)
  static let (x, y) = (AppRoute.category("x"), AppRoute.category("y"))

  static func day(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 86_400)
  }

  let temporary: TemporaryStore
  var model = StackModel()

  /// The root of the stack in the scene "root", by account. The file stores the route of a root
  /// without a visit, as it stores a value that is a route.
  var roots: [String: AppRoute] = [:]
  var values: [String: [String: AppRoute]] = [:]
  var texts: [String: String] = [:]

  /// An entry of a window's back/forward list: the name of a stack, and the top visit of that stack
  /// when the entry was added. The visit is `nil` at the root screen.
  typealias Entry = (stack: String, tip: StackModel.Visit?)
  var windows: [String: [Entry]] = [:]

  var landing = NavRemovalDestination.parent

  /// The visit for which `fillTop` sets a value, by account.
  var visitsWithState: [String: StackModel.Visit] = [:]
  var minutes = 0

  /// The sessions that the test retains, as it retains the window lists in `lists`. Retained stacks
  /// and lists stay live in their store.
  var sessions: [ModelKey: NavStore.Session<AppRoute>] = [:]
  var lists: [String: NavStore.WindowHistory] = [:]

  /// The scene and the name of each stack. The scene "window" has two stacks, and each other scene
  /// has one.
  static let stacks =
    ["top", "below", "root", "list", "flat", "covered", "left"].map { ($0, "") }
    + [("window", "one"), ("window", "two")]
  static let scenes = Set(stacks.map(\.0)).sorted() + ["values"]
  static var keys: [ModelKey] {
    accounts.flatMap { account in
      stacks.map { ModelKey(scene: $0.0, account: account, name: $0.1) }
    }
  }

  init(_ change: TableChange) throws {
    temporary = try TemporaryStore { configuration in
      guard change == .prune else { return }
      configuration.retention.age = .seconds(25 * 86_400)
    }
    hold(temporary.store)
  }

  /// Disables idle work.
  private func hold(_ store: NavStore) {
    store.writer.queue.sync { store.writer.maintenance.isHeld = true }
  }

  // MARK: Holding

  func session(_ key: ModelKey, in store: NavStore) throws -> NavStore.Session<AppRoute> {
    if let session = sessions[key] { return session }
    let session = try store.session(
      of: AppRoute.self, in: key.scene, stack: key.name, account: key.account.orSignedOut)
    sessions[key] = session
    return session
  }

  func window(_ account: String, in store: NavStore) throws -> NavStore.WindowHistory {
    if let list = lists[account] { return list }
    let list = try store.window(in: "window", account: account.orSignedOut, selecting: "one")
    lists[account] = list
    return list
  }

  func suspend() { (sessions, lists) = ([:], [:]) }

  /// Makes all stacks and windows live in `store`.
  func holdAll(in store: NavStore) throws {
    for key in Self.keys {
      let session = try session(key, in: store)
      _ = session.backForward
    }
    for account in Self.accounts { _ = try window(account, in: store) }
  }

  func another() throws -> NavStore {
    let store = try temporary.another()
    hold(store)
    return store
  }

  func reopen() async throws {
    suspend()
    try await temporary.relaunch()
    hold(temporary.store)
  }

  func reopenAfterKill() async throws {
    try await temporary.store.flush()
    suspend()
    try temporary.reopenAfterKill()
    hold(temporary.store)
  }

  // MARK: Filling

  /// Makes the stacks, windows, titles and values of both accounts. If `leavesOpen` is `true`, the
  /// last turn of the stack "top" of each account doesn't end, and the values are not flushed.
  func fill(leavesOpen: Bool) async throws {
    for account in Self.accounts {
      try fillStacks(account)
      try fillWindow(account)
    }
    try await temporary.store.flush()
    for account in Self.accounts {
      for (route, title) in [(Self.x, "Ćma"), (Self.y, "ŻÓŁW"), (Self.a, "zebra")] {
        try await temporary.store.history(of: AppRoute.self, account: account.orSignedOut).setTitle(
          title, for: route)
        model.setTitle(title, of: route, account: account)
      }
    }
    for account in Self.accounts { try fillTop(account, leavesOpen: leavesOpen) }
    if !leavesOpen { try await temporary.store.flush() }
  }

  func key(_ scene: String, _ account: String, _ name: String = "") -> ModelKey {
    ModelKey(scene: scene, account: account, name: name)
  }

  /// Sets the clock of the store and the model, for a change of a path to `routes`. The time is on
  /// day 10 if the last route is x or y; otherwise, it is on day 1. The time of day is a minute
  /// later at each call.
  func tick(_ routes: [AppRoute]) {
    minutes += 1
    let isCategory = routes.last.map { if case .category = $0 { true } else { false } } ?? false
    let day = Self.day(isCategory ? 10 : 1)
    temporary.clock.now = day.addingTimeInterval(Double(minutes) * 60)
    model.now = NavStore.Configuration.milliseconds(by: temporary.configuration.clock)
  }

  private func push(_ route: AppRoute, _ key: ModelKey) throws {
    tick([route])
    try session(key, in: temporary.store).push(route)
    model.push([route], key)
  }

  private func update(_ path: [AppRoute], _ key: ModelKey) throws {
    tick(path)
    try session(key, in: temporary.store).set(path)
    model.become(path, key)
  }

  private func fillStacks(_ account: String) throws {
    let store = temporary.store
    for route in [Self.a, Self.x, Self.b] { try push(route, key("below", account)) }
    try setItemState(2, key("below", account))

    _ = try session(key("root", account), in: store).replaceRoot(with: Self.x)
    roots[account] = Self.x
    try push(Self.a, key("root", account))

    let list = key("list", account)
    for path in [[Self.a], [Self.x], [Self.b, Self.y], [Self.c]] { try update(path, list) }
    tick([])
    _ = try session(list, in: store).back()
    _ = model.go(by: -1, list)
    try setItemState(3, list)

    for path in [[Self.a], [Self.c], [Self.x]] { try update(path, key("flat", account)) }
    try update([Self.x, Self.y, Self.b], key("covered", account))

    let left = key("left", account)
    try push(Self.x, left)
    tick([Self.c])
    _ = try session(left, in: store).replaceTop(with: Self.c)
    model.replaceTop(Self.c, left)
    try setItemState(4, key("root", account))
  }

  private func fillWindow(_ account: String) throws {
    let list = try window(account, in: temporary.store)
    var entries: [Entry] = [("one", nil)]
    func go(_ stack: String, _ routes: AppRoute...) throws {
      let key = key("window", account, stack)
      _ = try session(key, in: temporary.store)
      if try list.select(stack) { entries.append((stack, model.stacks[key]?.tip)) }
      for route in routes {
        try push(route, key)
        entries.append((stack, model.stacks[key]?.tip))
      }
    }
    try go("one", Self.a, Self.x)
    try go("two", Self.x, Self.b)
    try go("one")
    windows[account] = entries
  }

  private func fillTop(_ account: String, leavesOpen: Bool) throws {
    let (store, top) = (temporary.store, key("top", account))
    try push(Self.a, top)
    tick([Self.x])
    let session = try session(top, in: store)
    session.change(endsTurn: !leavesOpen) { $0.push(Self.x) }
    model.push([Self.x], top)
    try session.setVisitState(7, named: "row")
    visitsWithState[account] = model.stacks[top]?.tip
    try setItemState(1, top)
    for (name, route) in [("selected", Self.x), ("sheet", Self.y), ("other", Self.b)] {
      try store.keepSceneValue(route, named: name, in: "values", account: account.orSignedOut)
      values[account, default: [:]][name] = route
    }
    try store.keepSceneValue("x", named: "plain", in: "values", account: account.orSignedOut)
    texts[account] = "x"
  }

  private func setItemState(_ value: Int, _ key: ModelKey) throws {
    guard let top = model.path(key).last else { return }
    try session(key, in: temporary.store).setItemState(value, named: "cursor")
    let changed = NavStore.Configuration.milliseconds(by: temporary.configuration.clock)
    model.itemStates[key.account, default: [:]][StackModel.item(top)] = (value, changed)
  }
}
