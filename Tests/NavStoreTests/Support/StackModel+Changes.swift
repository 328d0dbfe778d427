@testable import NavStore

// Changes of the model's stacks and history. Each change examines every visit.
extension StackModel {
  /// Removes routes from stacks, lists and history. Their screens disappear even if they are shown.
  mutating func remove(
    account: String, landing: NavRemovalDestination = .parent, where isGone: (AppRoute) -> Bool
  ) {
    func isMeant(_ visit: Visit) -> Bool {
      !visit.isForgotten && account == visit.account && isGone(visit.route)
    }
    let gone = made.filter(isMeant)
    guard !gone.isEmpty else { return }
    for visit in gone { visit.isForgotten = true }
    seen.removeAll(where: \.visit.isForgotten)
    stacks = stacks.mapValues { stack in
      var stack = stack
      stack.leaveForgotten(landing)
      return stack
    }
    dropUnknownItems(of: account)
  }

  /// Replaces the routes of an account by other routes. Each visit keeps its position.
  mutating func rewrite(account: String, _ transform: (AppRoute) -> AppRoute) {
    let visits = made.filter { !$0.isForgotten && $0.account == account }
    var heirs: [AppRoute: AppRoute] = [:]
    for visit in visits {
      let (old, new) = (visit.route, transform(visit.route))
      if Self.item(old) != Self.item(new) { heirs[Self.item(old)] = Self.item(new) }
    }
    // An item of which some route is unchanged keeps its title and value.
    for visit in visits where transform(visit.route) == visit.route {
      heirs[Self.item(visit.route)] = nil
    }
    for visit in visits { visit.route = transform(visit.route) }
    titles[account] = titles[account]?.renamed(heirs) { own, _ in own }
    itemStates[account] = itemStates[account]?.renamed(heirs) { own, moved in
      moved.changed > own.changed ? moved : own
    }
    known[account] = Set(visits.lazy.map { Self.item($0.route) })
  }

  /// Deletes everything that belongs to an account.
  mutating func eraseAll(of account: String) {
    for visit in made where visit.account == account { visit.isForgotten = true }
    made.removeAll { $0.account == account }
    seen.removeAll { $0.key.account == account }
    stacks = stacks.filter { $0.key.account != account }
    (known[account], titles[account], itemStates[account]) = (nil, nil, nil)
  }

  /// Deletes the history of an account. Screens that are shown are kept.
  mutating func clear(account: String) {
    forget(account: account, made.filter { !$0.isForgotten })
  }

  /// Deletes the visits that match `isDoomed` and that no stack or list needs. The visits in
  /// `besides`, and all visits below them, are kept.
  mutating func prune(besides: [Visit?] = [], where isDoomed: (Visit) -> Bool) {
    let tops = besides + stacks.values.flatMap { $0.entries + [$0.tip] }
    let stoodOn = Set(tops.flatMap(Self.whole).map(ObjectIdentifier.init))
    for visit in made
    where !visit.isForgotten && isDoomed(visit) && !stoodOn.contains(ObjectIdentifier(visit)) {
      visit.isForgotten = true
    }
    seen.removeAll(where: \.visit.isForgotten)
    for account in known.keys { dropUnknownItems(of: account) }
  }

  /// Deletes the titles and values of an account's items that have no visits.
  mutating func dropUnknownItems(of account: String) {
    let left = Set(
      made.lazy.filter { !$0.isForgotten && $0.account == account }.map { Self.item($0.route) })
    known[account] = left
    titles[account] = titles[account]?.filter { left.contains($0.key) }
    itemStates[account] = itemStates[account]?.filter { left.contains($0.key) }
  }
}

extension StackModel.Stack {
  /// Removes the entries of removed visits from the list, and moves the stack to the entry that
  /// `landing` selects.
  fileprivate mutating func leaveForgotten(_ landing: NavRemovalDestination) {
    func isGone(_ entry: StackModel.Visit?) -> Bool {
      entry.map { $0.isForgotten && !shownForgotten.contains(ObjectIdentifier($0)) } ?? false
    }
    if landing == .previousEntry, isGone(entries[index]) {
      let before = entries[..<index].lastIndex { !isGone($0) }
      index = before ?? entries[(index + 1)...].firstIndex { !isGone($0) } ?? index
    }
    if isGone(entries[index]) { entries[index] = StackModel.standing(entries[index]) }
    tip = entries[index]
    dropForgotten()
  }
}

extension Dictionary where Key == AppRoute {
  /// Returns the dictionary with each item's value moved to the item that replaces it. If the
  /// replacing item has a value, too, `merge` combines both values.
  fileprivate func renamed(_ heirs: [AppRoute: AppRoute], _ merge: (Value, Value) -> Value) -> Self
  {
    var renamed = filter { heirs[$0.key] == nil }
    for (item, value) in self {
      guard let heir = heirs[item] else { continue }
      renamed[heir] = renamed[heir].map { merge($0, value) } ?? value
    }
    return renamed
  }
}
