import Foundation

@testable import NavStore

// History queries and changes of the model. Each of them examines every visit.
extension StackModel {
  /// Adds a visit with the same route and parent as `visit` to the top of the stack.
  mutating func open(_ visit: Visit, _ key: ModelKey) {
    change(key) { stack, model in
      stack.tip = model.make(visit.route, on: Self.standing(visit.parent), key)
      stack.entries.removeSubrange((stack.index + 1)...)
      stack.entries.append(stack.tip)
      stack.index += 1
    }
  }

  /// Sets the title of an item. Does nothing if the item has no visits.
  mutating func setTitle(_ title: String?, of route: AppRoute, account: String) {
    let item = Self.item(route)
    guard known[account]?.contains(item) == true else { return }
    titles[account, default: [:]][item] = title
  }

  /// Whether a visit to the item of `route` was seen and is not forgotten.
  func hasSeen(_ route: AppRoute, account: String) -> Bool {
    let item = Self.item(route)
    return seen.lazy.reversed().contains {
      $0.key.account == account && Self.item($0.visit.route) == item
    }
  }

  /// Deletes items and all their visits from an account, including visits that were never seen.
  mutating func forget(account: String, items isGone: (AppRoute) -> Bool) {
    forget(account: account, made.filter { isGone(Self.item($0.route)) })
  }

  /// Deletes an account's visits in a range of times. A visit that was never seen has the time of
  /// the visit that was on top at the end of the turn that made both.
  mutating func forget(account: String, times: Range<Int64>) {
    var gone = seen.filter { times.contains($0.time) }.map(\.visit)
    // Iterates from the newest visit to the oldest. A visit that was never seen has the time of the
    // nearest newer visit that has `seenWhenMade`.
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

  /// Forgets visits and attaches the visits above them to the visits below. All stacks count as
  /// shown, so a forgotten screen is shown until the user leaves it or the app ends. See
  /// ``relaunch(_:)``.
  mutating func forget(account: String, _ visits: [Visit]) {
    let shown = stacks.mapValues { $0.chain($0.tip) }
    let gone = visits.filter { $0.account == account && !$0.isForgotten }
    guard !gone.isEmpty else { return }
    for visit in gone { visit.isForgotten = true }
    seen.removeAll(where: \.visit.isForgotten)
    for (key, path) in shown {
      if key.account == account {
        stacks[key]?.shownForgotten = Set(
          path.lazy.filter(\.isForgotten).map(ObjectIdentifier.init))
      }
      stacks[key]?.dropForgotten()
    }
    dropUnknownItems(of: account)
  }

  /// Applies a launch to the stacks that `isMeant` selects, after which they don't show forgotten
  /// screens. Tests exclude the stacks that another process shows.
  mutating func relaunch(_ isMeant: (ModelKey) -> Bool = { _ in true }) {
    for (key, stack) in stacks where isMeant(key) {
      var stack = stack
      stack.shownForgotten = []
      stack.tip = Self.standing(stack.tip)
      stack.entries[stack.index] = Self.standing(stack.entries[stack.index])
      stack.dropForgotten()
      stacks[key] = stack
    }
  }

  /// Returns `visit` if it is not forgotten; otherwise, the nearest visit below it that is not
  /// forgotten.
  static func standing(_ visit: Visit?) -> Visit? {
    var visit = visit
    while let forgotten = visit, forgotten.isForgotten { visit = forgotten.parent }
    return visit
  }

  // MARK: Queries

  /// Returns the number of seen visits of each item.
  func counts(_ account: String) -> [AppRoute: Int] {
    timeline(account).reduce(into: [:]) { $0[Self.item($1.visit.route), default: 0] += 1 }
  }

  /// Returns the frecency of each item of an account: the sum over its seen visits, each decayed
  /// with its age.
  func scores(_ account: String, at now: Int64, halfLife: Double) -> [AppRoute: Double] {
    timeline(account).reduce(into: [:]) { scores, entry in
      scores[Self.item(entry.visit.route), default: 0] += exp2(
        Double(entry.time - now) / halfLife)
    }
  }
}
