import Foundation

@testable import NavStore

/// The effect of a ``TableChange`` on the model, and the state of a store that the model predicts
/// after the change.
extension ChangedWorld {
  /// Applies `change` to the model.
  ///
  /// - Parameter isElsewhere: Whether another process shows the stacks. That process keeps the path
  ///   above a removed root.
  func apply(_ change: TableChange, isElsewhere: Bool = false) {
    let standing = windows.values.flatMap { $0.map(\.tip) }
    change.apply(to: &model, standing: standing)
    if change == .removeToPrevious { landing = .previousEntry }
    for account in Self.accounts {
      func successor(_ route: AppRoute) -> AppRoute? {
        switch change.fate(of: route, account: account) {
        case .stays: route
        case .gone: nil
        case .becomes(let new): new
        }
      }
      if let root = roots[account] {
        roots[account] = successor(root)
        // Removing a root empties the path above it. A root that is only forgotten is still shown,
        // with the path above it.
        if successor(root) == nil, !change.leavesScreens, !isElsewhere {
          model.stacks[key("root", account)] = StackModel.Stack()
        }
      }
      values[account] = values[account]?.compactMapValues(successor)
      guard change.takesAccount, account == TableChange.account else { continue }
      (texts[account], windows[account]) = (nil, nil)
    }
  }

  /// Pushes the home screen on the stack `key`, in `store` and in the model. After a push in the
  /// scene "window", the model doesn't predict the list of that window.
  func goOn(_ key: ModelKey, in store: NavStore) throws {
    tick([.home])
    try session(key, in: store).push(.home)
    model.push([.home], key)
    if key.scene == "window" { windows[key.account] = nil }
  }

  func relaunchModel() { model.relaunch() }

  /// Returns the back/forward list of the stack `key`: the path of each entry, and the index of the
  /// current entry.
  func list(_ key: ModelKey) -> (stacks: [[AppRoute]], index: Int) {
    let stack = model.stacks[key] ?? StackModel.Stack()
    let shown = stack.shown
    return (shown.entries.map { StackModel.chain($0).map(\.route) }, shown.index)
  }

  /// Returns the back/forward list of the window of `account` after a change: its entries, and the
  /// index of the current entry. `nil` if the model doesn't predict this list.
  ///
  /// The model drops the entries with a forgotten or removed visit, gives the current entry the top
  /// visit of its stack, and merges equal neighbors.
  func windowEntries(_ account: String) -> (entries: [(stack: String, top: AppRoute?)], index: Int)?
  {
    guard let entries = windows[account], let last = entries.last else { return nil }
    func isGone(_ entry: Entry) -> Bool { entry.tip?.isForgotten == true }
    func isOpen(_ entry: Entry) -> Bool { !isGone(entry) && entry.stack == last.stack }
    let isMoved = landing == .previousEntry && isGone(last)
    let current = isMoved ? entries.lastIndex(where: isOpen) : nil
    var left: [(stack: String, path: [AppRoute])] = []
    var index = 0
    for (place, entry) in entries.enumerated() {
      let isCurrent = place == current ?? entries.count - 1
      if !isCurrent, isGone(entry) { continue }
      let tip =
        isCurrent ? model.stacks[key("window", account, entry.stack)]?.tip ?? nil : entry.tip
      let path = StackModel.chain(tip).map(\.route)
      let isRepeated = left.last.map { $0 == (entry.stack, path) } ?? false
      if !isRepeated { left.append((entry.stack, path)) }
      if isCurrent { index = left.count - 1 }
    }
    return (left.map { ($0.stack, $0.path.last) }, index)
  }

  /// Returns the value that `fillTop` sets for a visit, if that visit is still the top visit of the
  /// stack "top"; otherwise, `nil`.
  func visitState(_ account: String) -> Int? {
    guard let visit = visitsWithState[account], !visit.isForgotten else { return nil }
    return model.stacks[key("top", account)]?.tip === visit ? 7 : nil
  }

  /// Returns the routes that the visits, values and roots of an account contain.
  func routes(_ account: String) -> Set<AppRoute> {
    Set(model.made.lazy.filter { !$0.isForgotten && $0.account == account }.map(\.route))
      .union(values[account].map { Array($0.values) } ?? [])
      .union(roots[account].map { [$0] } ?? [])
  }

  /// Returns the expected result of a query of recent items: the route, the visit count and the
  /// title of each item. The update stream of a history runs this query.
  func answer(_ account: String) -> [String] {
    model.recents(account).map { route, count in
      let title = model.titles[account]?[StackModel.item(route)]
      return "\(route) \(count) \(title ?? "")"
    }
  }
}
