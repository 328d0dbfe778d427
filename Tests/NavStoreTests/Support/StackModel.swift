/// The scene, account and name that identify a stack of the model.
struct ModelKey: Hashable {
  let scene: String
  let account: String
  let name: String
}

/// A model of stacks, lists and history in memory. It follows the rules directly, without
/// optimizations.
struct StackModel {
  /// One appearance of a route on a stack. A root screen is represented by `nil` in place of a
  /// visit.
  final class Visit {
    var route: AppRoute
    let account: String
    var parent: Visit?
    var isSeen = false

    /// The time at which the visit was made, in milliseconds since 1970. `nil` if the visit was not
    /// on top at the end of the turn that made it.
    var seenWhenMade: Int64?
    var isForgotten = false

    init(_ route: AppRoute, on parent: Visit?, account: String) {
      self.route = route
      self.parent = parent
      self.account = account
    }

    /// Releases the visits below this one in a loop, because a recursive release of a long chain
    /// overflows the thread's stack.
    deinit {
      var next = parent
      parent = nil
      while next != nil, isKnownUniquelyReferenced(&next) {
        let below = next?.parent
        next?.parent = nil
        next = below
      }
    }
  }

  struct Stack {
    var tip: Visit?
    var entries: [Visit?] = [nil]
    var index = 0

    /// The forgotten visits whose screens are still shown.
    var shownForgotten: Set<ObjectIdentifier> = []

    /// Returns the path up to the top visit `tip`, including forgotten screens that are still
    /// shown.
    func chain(_ tip: Visit?) -> [Visit] {
      StackModel.whole(tip).filter {
        !$0.isForgotten || shownForgotten.contains(ObjectIdentifier($0))
      }
    }

    /// Removes the entries of forgotten visits whose screens are no longer shown, except for the
    /// current entry.
    mutating func dropForgotten() {
      var kept: [Visit?] = []
      var newIndex = 0
      for (place, entry) in entries.enumerated() {
        let isCurrent = place == index
        if !isCurrent, let entry, entry.isForgotten,
          !shownForgotten.contains(ObjectIdentifier(entry))
        {
          continue
        }
        let isRepeated = kept.last.map { $0 === entry } ?? false
        if !isRepeated {
          kept.append(entry)
        } else if isCurrent {
          kept[kept.count - 1] = entry
        }
        if isCurrent { newIndex = kept.count - 1 }
      }
      (entries, index) = (kept, newIndex)
    }

    /// The entries that a menu shows, and the index of the current entry among them. Neighboring
    /// entries with equal stacks are shown as one.
    var shown: (entries: [Visit?], index: Int) {
      var shown: [Visit?] = []
      var newIndex = 0
      for (place, entry) in entries.enumerated() {
        let isRepeated = shown.last.map { $0 === entry || Self.areEqual($0, entry) } ?? false
        if !isRepeated {
          shown.append(entry)
        } else if place == index {
          shown[shown.count - 1] = entry
        }
        if place == index { newIndex = shown.count - 1 }
      }
      return (shown, newIndex)
    }

    /// Returns the index of the entry that is `offset` entries away from the current one.
    /// Neighboring entries with equal stacks count as one.
    func target(by offset: Int) -> Int? {
      var (target, last) = (index, index)
      var remaining = offset.magnitude
      while remaining > 0 {
        target += offset.signum()
        guard entries.indices.contains(target) else { return nil }
        if entries[last] === entries[target] || Self.areEqual(entries[last], entries[target]) {
          continue
        }
        last = target
        remaining -= 1
      }
      return target
    }

    private static func areEqual(_ a: Visit?, _ b: Visit?) -> Bool {
      if a?.isForgotten == true || b?.isForgotten == true { return a === b }
      return StackModel.chain(a).map(\.route) == StackModel.chain(b).map(\.route)
    }
  }

  struct Seen {
    let key: ModelKey
    let visit: Visit

    /// The time at which the visit was seen, in milliseconds since 1970.
    let time: Int64
  }

  var stacks: [ModelKey: Stack] = [:]

  /// The appearances of visits that count as seen, oldest first.
  var seen: [Seen] = []

  /// The time that new visits get, in milliseconds since 1970.
  var now: Int64 = 0

  /// All visits, in the order in which they were made.
  var made: [Visit] = []

  /// The items that have visits, by account.
  var known: [String: Set<AppRoute>] = [:]
  var titles: [String: [AppRoute: String]] = [:]

  /// A value of each item, by account, and the time at which it was set.
  var itemStates: [String: [AppRoute: (value: Int, changed: Int64)]] = [:]

  /// Returns the path up to the top visit `tip`, without forgotten screens.
  static func chain(_ tip: Visit?) -> [Visit] { whole(tip).filter { !$0.isForgotten } }

  static func whole(_ tip: Visit?) -> [Visit] {
    var chain: [Visit] = []
    var next = tip
    while let visit = next {
      chain.append(visit)
      next = visit.parent
    }
    return chain.reversed()
  }

  func path(_ key: ModelKey) -> [AppRoute] { shown(key).map(\.route) }

  private func shown(_ key: ModelKey) -> [Visit] {
    let stack = stacks[key] ?? Stack()
    return stack.chain(stack.tip)
  }

  // MARK: Changes

  mutating func push(_ routes: [AppRoute], _ key: ModelKey) {
    guard !routes.isEmpty else { return }
    change(key) { stack, model in
      for route in routes { stack.tip = model.make(route, on: stack.tip, key) }
      stack.entries.removeSubrange((stack.index + 1)...)
      stack.entries.append(stack.tip)
      stack.index += 1
    }
  }

  mutating func pop(_ count: Int, _ key: ModelKey) {
    let count = min(max(0, count), path(key).count)
    guard count > 0 else { return }
    change(key) { stack, model in
      let tip = stack.chain(stack.tip).dropLast(count).last
      stack.tip = tip
      if let earlier = stack.entries[..<stack.index].lastIndex(where: { $0 === tip }) {
        stack.index = earlier
      } else {
        stack.entries.insert(tip, at: stack.index)
      }
    }
  }

  mutating func replaceTop(_ route: AppRoute, _ key: ModelKey) {
    guard let top = stacks[key]?.tip, top.route != route else { return }
    let parent = shown(key).dropLast().last
    change(key) { stack, model in
      stack.tip = model.make(route, on: parent, key)
      stack.entries[stack.index] = stack.tip
    }
  }

  mutating func become(_ path: [AppRoute], _ key: ModelKey) {
    let old = self.path(key)
    let common = zip(old, path).prefix { $0 == $1 }.count
    if common == path.count {
      pop(old.count - common, key)
    } else {
      let parent = shown(key).prefix(common).last
      stacks[key, default: Stack()].tip = parent
      push(Array(path[common...]), key)
    }
  }

  mutating func go(by offset: Int, _ key: ModelKey) -> Bool {
    let stack = stacks[key] ?? Stack()
    guard let target = stack.target(by: offset) else { return false }
    guard offset != 0 else { return true }
    change(key) { stack, model in
      stack.index = target
      stack.tip = stack.entries[stack.index]
    }
    return true
  }

  mutating func make(_ route: AppRoute, on parent: Visit?, _ key: ModelKey) -> Visit {
    let visit = Visit(route, on: parent, account: key.account)
    made.append(visit)
    known[key.account, default: []].insert(Self.item(route))
    return visit
  }

  /// Makes a change in one turn. The visit that is on top after the change counts as seen.
  mutating func change(_ key: ModelKey, _ body: (inout Stack, inout StackModel) -> Void) {
    var stack = stacks[key] ?? Stack()
    let count = made.count
    body(&stack, &self)
    while stack.entries.count > 50 {
      if stack.index > 0 {
        stack.entries.removeFirst()
        stack.index -= 1
      } else {
        stack.entries.removeLast()
      }
    }
    if !stack.shownForgotten.isEmpty {
      stack.shownForgotten.formIntersection(stack.chain(stack.tip).map(ObjectIdentifier.init))
      stack.dropForgotten()
    }
    stacks[key] = stack
    if let tip = stack.tip, !tip.isSeen, !tip.isForgotten {
      tip.isSeen = true
      if made[count...].contains(where: { $0 === tip }) { tip.seenWhenMade = now }
      seen.append(Seen(key: key, visit: tip, time: now))
    }
  }

  // MARK: History

  func timeline(_ account: String) -> [Seen] {
    seen.reversed().filter { $0.key.account == account }
  }

  /// Returns the seen visits of an account, newest time first. Among visits with equal times, the
  /// visit that was seen last is first.
  func visitsByDate(_ account: String) -> [Seen] {
    timeline(account).enumerated().sorted { a, b in
      (b.element.time, a.offset) < (a.element.time, b.offset)
    }.map(\.element)
  }

  /// Returns each item of an account once, the last seen first. An element has the route of the
  /// item's last seen visit, and the number of its seen visits.
  func recents(_ account: String) -> [(route: AppRoute, count: Int)] {
    var places: [AppRoute: Int] = [:]
    var recents: [(route: AppRoute, count: Int)] = []
    for entry in timeline(account) {
      let item = Self.item(entry.visit.route)
      if let place = places[item] {
        recents[place].count += 1
      } else {
        places[item] = recents.count
        recents.append((entry.visit.route, 1))
      }
    }
    return recents
  }

  /// Returns the same route for all routes of one item.
  static func item(_ route: AppRoute) -> AppRoute {
    switch route {
    case .product(let id, _): .product(id: id, tab: nil)
    case .book(let book): .book(Book(id: book.id, title: ""))
    case .home, .category, .settings: route
    }
  }
}
