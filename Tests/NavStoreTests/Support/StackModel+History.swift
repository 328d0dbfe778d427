import Foundation

@testable import NavStore

// What history says and does, by going through everything there is.
extension StackModel {
  /// Opens a visit again: a new one of the same route on the same parent.
  mutating func open(_ visit: Visit, _ key: ModelKey) {
    change(key) { stack, model in
      stack.tip = model.make(visit.route, on: Self.standing(visit.parent), key)
      stack.entries.removeSubrange((stack.index + 1)...)
      stack.entries.append(stack.tip)
      stack.index += 1
    }
  }

  /// The title of an item; nothing where no visit is to it.
  mutating func setTitle(_ title: String?, of route: AppRoute, account: String) {
    let item = Self.item(route)
    guard known[account]?.contains(item) == true else { return }
    titles[account, default: [:]][item] = title
  }

  /// Whether a visit to the item of `route` was seen, and not forgotten since.
  func hasSeen(_ route: AppRoute, account: String) -> Bool {
    let item = Self.item(route)
    return seen.lazy.reversed().contains {
      $0.key.account == account && Self.item($0.visit.route) == item
    }
  }

  /// Takes items out of an account, with visits that nobody has seen.
  mutating func forget(account: String, items isGone: (AppRoute) -> Bool) {
    forget(account: account, made.filter { isGone(Self.item($0.route)) })
  }

  /// Takes the visits of a range of times out of an account. One that nobody has seen counts as of
  /// the visit on top that it came with.
  mutating func forget(account: String, times: Range<Int64>) {
    var gone = seen.filter { times.contains($0.time) }.map(\.visit)
    // From the newest down: the time of the nearest visit above that was on top when it was made.
    var time: Int64?
    for visit in made.reversed() where !visit.isForgotten {
      if let own = visit.seenWhenMade {
        time = own
      } else if !visit.isSeen, let time, times.contains(time) {
        gone.append(visit)
      }
    }
    forget(account: account, gone)
  }

  /// Forgets visits; what was above them is put on what is beneath. All stacks are on screen: their
  /// screens stay, as ghosts, until the user leaves them or the app ends. See ``relaunch(_:)``.
  mutating func forget(account: String, _ visits: [Visit]) {
    let shown = stacks.mapValues { $0.chain($0.tip) }
    let gone = visits.filter { $0.account == account && !$0.isForgotten }
    guard !gone.isEmpty else { return }
    for visit in gone { visit.isForgotten = true }
    seen.removeAll(where: \.visit.isForgotten)
    for (key, path) in shown {
      if key.account == account {
        stacks[key]?.ghosts = Set(path.lazy.filter(\.isForgotten).map(ObjectIdentifier.init))
      }
      stacks[key]?.dropForgotten()
    }
    dropUnknownItems(of: account)
  }

  /// What a launch finds: what was forgotten is no longer on screen. Of some stacks only, where
  /// another process has them.
  mutating func relaunch(_ isMeant: (ModelKey) -> Bool = { _ in true }) {
    for (key, stack) in stacks where isMeant(key) {
      var stack = stack
      stack.ghosts = []
      stack.tip = Self.standing(stack.tip)
      stack.entries[stack.index] = Self.standing(stack.entries[stack.index])
      stack.dropForgotten()
      stacks[key] = stack
    }
  }

  /// The nearest visit, from this one down, that is not forgotten.
  static func standing(_ visit: Visit?) -> Visit? {
    var visit = visit
    while let forgotten = visit, forgotten.isForgotten { visit = forgotten.parent }
    return visit
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
