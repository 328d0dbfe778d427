/// The session history of one stack, as a browser tab keeps it: pure values, no database.
///
/// An entry is the tip of a stack. The semantics are those of the HTML standard's session history
/// and of WebKit's `WebBackForwardList`, with one rule of ours for stacks, in ``retreat(to:)``.
package struct BackForwardList<Tip: Equatable> {
  /// Oldest first; never empty.
  package private(set) var entries: [Tip]

  /// The current entry's index.
  package private(set) var index: Int

  /// At most so many entries are kept, the current one always.
  let limit: Int

  /// A list that begins at the root screen.
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

  /// A new entry after the current one; the forward part is cut.
  mutating func push(_ tip: Tip) {
    entries.removeSubrange((index + 1)...)
    entries.append(tip)
    index += 1
    trim()
  }

  /// Goes to the ancestor `tip` of the current entry, as pop in all its forms does.
  ///
  /// Moves to the nearest entry in the back part that stands on that very visit, so that forward
  /// brings the popped screens back. If there is none (three screens pushed at once, one
  /// popped; or the entry fell off), one is put in before the current entry.
  mutating func retreat(to tip: Tip) {
    if let earlier = entries[..<index].lastIndex(of: tip) {
      index = earlier
    } else {
      entries.insert(tip, at: index)
      trim()
    }
  }

  /// Goes to `tip` right before the current entry, which is one Forward away then: a new entry,
  /// unless it is there already.
  mutating func stepAside(to tip: Tip) {
    if index > 0, entries[index - 1] == tip {
      index -= 1
    } else {
      entries.insert(tip, at: index)
      trim()
    }
  }

  /// Swaps the current entry; the forward part stays.
  mutating func replaceCurrent(with tip: Tip) {
    entries[index] = tip
  }

  /// Changes what an entry says beside where it stands.
  mutating func change(at place: Int, _ body: (inout Tip) -> Void) {
    body(&entries[place])
  }

  mutating func changeAll(_ body: (inout Tip) -> Void) {
    for place in entries.indices { body(&entries[place]) }
  }

  /// Without the entries that are gone. If the current entry is gone, the user lands as `landing` says: on an entry
  /// that `isOpen` allows, or on the `parent` of the current entry, which by default is that entry.
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

  /// With another current entry.
  func replacingCurrent(with tip: Tip) -> BackForwardList {
    var list = self
    list.replaceCurrent(with: tip)
    return list.collapsed
  }

  /// Where the user lands when entries go: the entry there is gone too where nothing else is left.
  func place(
    of landing: NavRemovalDestination, without isGone: (Tip) -> Bool,
    where isOpen: (Tip) -> Bool = { _ in true }
  ) -> Int {
    guard landing == .previousEntry, isGone(current) else { return index }
    func isLeft(_ entry: Tip) -> Bool { !isGone(entry) && isOpen(entry) }
    return entries[..<index].lastIndex(where: isLeft)
      ?? entries[(index + 1)...].firstIndex(where: isLeft) ?? index
  }

  /// Without one of two neighbors that stand on one visit: the current entry stays, else the older one.
  var collapsed: BackForwardList {
    var kept: [Tip] = []
    var newIndex = 0
    for (place, entry) in entries.enumerated() {
      if let last = kept.last, last == entry {
        if place == index { kept[kept.count - 1] = entry }
      } else {
        kept.append(entry)
      }
      if place == index { newIndex = kept.count - 1 }
    }
    return BackForwardList(entries: kept, index: newIndex, limit: limit)
  }

  /// Makes the entry at `target` current; false, and nothing changed, if there is none.
  mutating func go(to target: Int) -> Bool {
    guard entries.indices.contains(target) else { return false }
    index = target
    return true
  }

  /// The oldest go first; if the current entry is the oldest, the newest go.
  private mutating func trim() {
    let excess = entries.count - limit
    guard excess > 0 else { return }
    let fromFront = min(excess, index)
    entries.removeFirst(fromFront)
    index -= fromFront
    entries.removeLast(excess - fromFront)
  }
}

extension BackForwardList: Sendable where Tip: Sendable {}

/// An entry that may have turned out to be one that nobody can go to.
protocol ReadableEntry: Equatable {
  var isUnreadable: Bool { get }
}

extension VisitNode: ReadableEntry {}
extension Place: ReadableEntry {}

extension BackForwardList where Tip: ReadableEntry {
  /// The index of the entry `offset` entries away; `nil` if there is none. Neighbors that `areEqual` stacks count as
  /// one, because going from one to the other would show nothing else, and entries that can't be read don't count.
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

  /// `index`, if there is a readable entry.
  func target(at index: Int) -> Int? {
    entries.indices.contains(index) && !entries[index].isUnreadable ? index : nil
  }
}

extension BackForwardList {
  /// The places of the entries that a menu shows: of neighbors that `areEqual` stacks one, the current entry or else
  /// the older one.
  package func shown(areEqual: (Tip, Tip) -> Bool) -> [Int] {
    var shown: [Int] = []
    for place in entries.indices {
      guard place > 0, areEqual(entries[place - 1], entries[place]) else {
        shown.append(place)
        continue
      }
      if place == index { shown[shown.count - 1] = place }
    }
    return shown
  }
}
