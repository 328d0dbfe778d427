import Foundation

@testable import NavStore

// What history says and does, by going through everything there is.
extension StackModel {
  /// Opens a visit again: a new one of the same route on the same parent.
  mutating func open(_ visit: Visit, _ key: ModelKey) {
    change(key) { stack in
      stack.tip = Visit(visit.route, on: visit.parent)
      stack.entries.removeSubrange((stack.index + 1)...)
      stack.entries.append(stack.tip)
      stack.index += 1
    }
  }

  /// The title of an item; nothing where no visit was ever to it.
  mutating func setTitle(_ title: String?, of route: AppRoute, account: String) {
    let item = Self.item(route)
    guard known[account]?.contains(item) == true else { return }
    titles[account, default: [:]][item] = title
  }

  /// Takes visits out of an account; what stood on them stands on their parents.
  ///
  /// Covered visits, which nobody has seen, go with their item. The stack on screen keeps a
  /// forgotten top: see ``relaunch()``.
  mutating func forget(account: String, isWholeItem: Bool, where isGone: (Seen) -> Bool) {
    for entry in seen where entry.key.account == account && isGone(entry) {
      entry.visit.isForgotten = true
    }
    let items = Set(seen.filter(\.visit.isForgotten).map { Self.item($0.visit.route) })
    forEachVisit(of: account) { visit in
      if isWholeItem, items.contains(Self.item(visit.route)) { visit.isForgotten = true }
    }
    forEachVisit(of: account) { visit in visit.parent = Self.standing(visit.parent) }
    seen.removeAll(where: \.visit.isForgotten)
    for (key, stack) in stacks where key.account == account {
      var stack = stack
      for place in stack.entries.indices
      where place != stack.index || stack.entries[place] !== stack.tip {
        stack.entries[place] = Self.standing(stack.entries[place])
      }
      stacks[key] = Self.collapsed(stack)
    }
    let left = Set(seen.filter { $0.key.account == account }.map { Self.item($0.visit.route) })
    let gone = items.subtracting(left)
    guard isWholeItem else { return }
    known[account]?.subtract(gone)
    for item in gone { titles[account]?[item] = nil }
  }

  /// What a launch finds: what was forgotten is no longer on screen.
  mutating func relaunch() {
    for (key, stack) in stacks {
      var stack = stack
      stack.tip = Self.standing(stack.tip)
      stack.entries = stack.entries.map(Self.standing)
      stacks[key] = Self.collapsed(stack)
    }
  }

  /// The nearest visit, from this one down, that is not forgotten.
  static func standing(_ visit: Visit?) -> Visit? {
    var visit = visit
    while let forgotten = visit, forgotten.isForgotten { visit = forgotten.parent }
    return visit
  }

  private static func collapsed(_ stack: Stack) -> Stack {
    var result = stack
    result.entries = []
    for (place, entry) in stack.entries.enumerated() {
      if result.entries.isEmpty || result.entries.last! !== entry { result.entries.append(entry) }
      if place == stack.index { result.index = result.entries.count - 1 }
    }
    return result
  }

  /// Every visit that the account's stacks, lists and history stand on, once.
  private func forEachVisit(of account: String, _ body: (Visit) -> Void) {
    var tips = seen.filter { $0.key.account == account }.map(\.visit)
    for (key, stack) in stacks where key.account == account {
      tips += (stack.entries + [stack.tip]).compactMap { $0 }
    }
    var met: Set<ObjectIdentifier> = []
    for tip in tips {
      var next: Visit? = tip
      while let visit = next, met.insert(ObjectIdentifier(visit)).inserted {
        next = visit.parent
        body(visit)
      }
    }
  }

  // MARK: Questions

  /// Visits by item.
  func counts(_ account: String) -> [AppRoute: Int] {
    timeline(account).reduce(into: [:]) { $0[Self.item($1.visit.route), default: 0] += 1 }
  }

  /// The decayed count of each item, summed up visit by visit.
  func scores(_ account: String, at now: Int64, halfLife: Double) -> [AppRoute: Double] {
    timeline(account).reduce(into: [:]) { scores, entry in
      scores[Self.item(entry.visit.route), default: 0] += exp2(
        Double(entry.time - now) / halfLife)
    }
  }
}
