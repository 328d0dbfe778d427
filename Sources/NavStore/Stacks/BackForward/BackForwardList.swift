/// The session history of a stack or a window, like that of a browser tab: pure values, no
/// database.
///
/// An entry is the top visit of a stack. The list behaves like the session history of the HTML
/// standard and WebKit's `WebBackForwardList`. Only ``retreat(to:)`` has a rule of its own.
package struct BackForwardList<Tip: Equatable>: Equatable {
  /// The entries, oldest first; never empty.
  package private(set) var entries: [Tip]

  /// The index of the current entry.
  package private(set) var index: Int

  /// The largest number of entries. The current entry is always kept.
  let limit: Int

  /// Creates a list whose only entry is `root`.
  init(root: Tip, limit: Int) {
    self.init(entries: [root], index: 0, limit: limit)
  }

  init(entries: [Tip], index: Int, limit: Int) {
    precondition(entries.indices.contains(index), "The current entry must be one of the entries.")
    self.entries = entries
    self.index = index
    self.limit = max(1, limit)
    trim()
  }

  var current: Tip { entries[index] }

  /// Adds an entry after the current one and removes the forward entries.
  mutating func push(_ tip: Tip) {
    if index + 1 < entries.count { entries.removeSubrange((index + 1)...) }
    entries.append(tip)
    index += 1
    trim()
  }

  /// Makes `tip`, a visit below the current entry, the current entry. All forms of pop call this.
  ///
  /// Goes to the nearest earlier entry of `tip`, so that Forward restores the popped screens. If
  /// there is none, inserts an entry for `tip` before the current one. The list has no earlier
  /// entry of `tip` if several screens were pushed at once and one was popped, or if that entry was
  /// trimmed.
  ///
  /// - Parameter distance: The largest distance of that earlier entry from the current one. With 1,
  ///   Forward always leads to the present current entry.
  mutating func retreat(to tip: Tip, within distance: Int = .max) {
    if let earlier = entries[..<index].suffix(distance).lastIndex(of: tip) {
      index = earlier
    } else {
      entries.insert(tip, at: index)
      trim()
    }
  }

  /// Replaces the current entry and keeps the forward entries.
  mutating func replaceCurrent(with tip: Tip) {
    entries[index] = tip
  }

  /// Calls `body` to change properties of each entry. The entries' visits must not change.
  mutating func changeAll(_ body: (inout Tip) -> Void) {
    for place in entries.indices { body(&entries[place]) }
  }

  /// Returns a list with the results of `body` for the entries.
  func map<T>(_ body: (Tip) throws -> T) rethrows -> BackForwardList<T> {
    BackForwardList<T>(entries: try entries.map(body), index: index, limit: limit)
  }

  /// Returns the list without the entries for which `isGone` returns `true`. If the current entry
  /// is one of them, `landing` determines what becomes current instead: the nearest other entry for
  /// which `isOpen` returns `true`, or the result of `parent` for the removed entry. `parent` must
  /// be given if the current entry can be removed.
  func without(
    _ isGone: (Tip) -> Bool, landing: NavRemovalDestination = .parent,
    where isOpen: (Tip) -> Bool = { _ in true }, parent: (Tip) -> Tip = { $0 }
  ) -> BackForwardList {
    let landed = place(of: landing, without: isGone, where: isOpen)
    var kept: [Tip] = []
    var newIndex = 0
    for (place, entry) in entries.enumerated() where place == landed || !isGone(entry) {
      if place == landed { newIndex = kept.count }
      kept.append(isGone(entry) ? parent(entry) : entry)
    }
    return BackForwardList(entries: kept, index: newIndex, limit: limit).collapsed
  }

  /// Returns the index of the entry that becomes current when the entries for which `isGone`
  /// returns `true` are removed. It is the index of the removed current entry if its parent
  /// replaces it, or no other entry can become current.
  func place(
    of landing: NavRemovalDestination, without isGone: (Tip) -> Bool,
    where isOpen: (Tip) -> Bool = { _ in true }
  ) -> Int {
    guard landing == .previousEntry, isGone(current) else { return index }
    func isLeft(_ entry: Tip) -> Bool { !isGone(entry) && isOpen(entry) }
    return entries[..<index].lastIndex(where: isLeft)
      ?? entries[(index + 1)...].firstIndex(where: isLeft) ?? index
  }

  /// The list with one entry for each run of equal neighbors: the current entry, or else the oldest
  /// one.
  var collapsed: BackForwardList { shown(areEqual: ==).map { entries[$0] } }

  /// Makes the entry at the index `target` current. There must be such an entry.
  mutating func go(to target: Int) { index = target }

  /// Removes the oldest entries until the list has `limit` entries or the current entry is the
  /// oldest. Then removes the newest entries until the list has `limit` entries.
  private mutating func trim() {
    let excess = entries.count - limit
    guard excess > 0 else { return }
    let fromFront = min(excess, index)
    if fromFront > 0 { entries.removeFirst(fromFront) }
    index -= fromFront
    if excess > fromFront { entries.removeLast(excess - fromFront) }
  }
}

extension BackForwardList: Sendable where Tip: Sendable {}

extension BackForwardList<Int64> {
  /// Returns the list of the visits with these numbers. A visit that isn't in `known` gets a node of
  /// which only the number is known.
  func visits(_ known: consuming [Int64: VisitNode]) -> BackForwardList<VisitNode> {
    var known = consume known
    return map { id in
      if let node = known[id] { return node }
      let node = VisitNode(nil, on: nil, id: id, isSeen: true)
      known[id] = node
      return node
    }
  }
}

/// An entry that can be marked because its stack could not be read from the file.
protocol ReadableEntry: Equatable {
  var isUnreadable: Bool { get }
}

extension VisitNode: ReadableEntry {}
extension Place: ReadableEntry {}

extension BackForwardList where Tip: ReadableEntry {
  /// Returns the index of the entry `offset` entries away from the current entry; `nil` if there is
  /// none. Neighbors for which `areEqual` returns `true` count as one entry, because a step between
  /// them changes nothing on screen. Entries that are marked as unreadable don't count.
  func target(by offset: Int, areEqual: (Tip, Tip) -> Bool) -> Int? {
    let step = offset.signum()
    var remaining = offset.magnitude
    var (target, last) = (index, index)
    while remaining > 0 {
      target += step
      guard entries.indices.contains(target) else { return nil }
      let entry = entries[target]
      if entry.isUnreadable { continue }
      if !areEqual(entries[last], entry) { remaining -= 1 }
      last = target
    }
    return target
  }

  /// Returns `index` if the list has an entry there that is not marked as unreadable; otherwise,
  /// `nil`.
  func target(at index: Int) -> Int? {
    entries.indices.contains(index) && !entries[index].isUnreadable ? index : nil
  }
}

extension BackForwardList {
  /// Returns the indices of the entries that a menu shows, as a list. Of neighbors for which
  /// `areEqual` returns `true`, a menu shows the current entry, or else the oldest one.
  package func shown(areEqual: (Tip, Tip) -> Bool) -> BackForwardList<Int> {
    var shown: [Int] = []
    for place in entries.indices {
      guard place > 0, areEqual(entries[place - 1], entries[place]) else {
        shown.append(place)
        continue
      }
      if place == index { shown[shown.count - 1] = place }
    }
    return BackForwardList<Int>(
      entries: shown, index: shown.firstIndex(of: index) ?? 0, limit: limit)
  }
}
