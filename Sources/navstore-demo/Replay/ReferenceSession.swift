/// What a session must come to, worked out with plain arrays and without the library.
///
/// The rules are those of a browser tab: a push cuts the forward part and adds an entry; a pop
/// goes to the nearest earlier entry that stands on that very visit, and if there is none, puts
/// one in before the current entry; there are at most 50 entries, and the oldest go.
struct ReferenceSession {
  /// The path of every visit, in the order in which they happened.
  private(set) var visits: [String] = []

  /// What each visit stands on, as an index of `visits`; nil for the root screen.
  private(set) var parents: [Int?] = []

  /// The visits that the stack consists of, as indices of `visits`.
  private var tower: [Int] = []

  /// The towers of the back/forward list.
  private var towers: [[Int]] = [[]]
  private(set) var index = 0

  private static let entryLimit = 50

  init(_ steps: [SessionFile.Step]) {
    for step in steps {
      switch step {
      case .push(let path): push(path)
      case .pop: pop()
      }
    }
  }

  var stack: [String] { tower.map { visits[$0] } }

  /// The path on top of each entry, the root screen as `/`, and its depth.
  var entries: [Entry] {
    towers.map { Entry(name: $0.last.map { visits[$0] } ?? "/", depth: $0.count) }
  }

  struct Entry: Equatable {
    let name: String
    let depth: Int
  }

  private mutating func push(_ path: String) {
    visits.append(path)
    parents.append(tower.last)
    tower.append(visits.count - 1)
    towers.removeSubrange((index + 1)...)
    towers.append(tower)
    index += 1
    dropOldest()
  }

  private mutating func pop() {
    // A Back at the root screen does nothing.
    guard tower.popLast() != nil else { return }
    if let earlier = towers[..<index].lastIndex(of: tower) {
      index = earlier
      return
    }
    towers.insert(tower, at: index)
    dropOldest()
  }

  private mutating func dropOldest() {
    guard towers.count > Self.entryLimit else { return }
    if index > 0 {
      towers.removeFirst()
      index -= 1
    } else {
      // The current entry is the oldest, and never goes.
      towers.removeLast()
    }
  }
}
