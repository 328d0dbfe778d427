/// The expected state of a session, computed with plain arrays and without the library.
///
/// The rules are those of a browser tab. A push removes the forward entries and adds an entry. A
/// pop selects the nearest earlier entry with the same stack. If there is none, the pop inserts an
/// entry before the current one. There are at most 50 entries; the oldest are removed first.
struct ReferenceSession {
  /// The paths of all visits, in the order of the visits.
  private(set) var visits: [String] = []

  /// The parent of each visit, as an index in `visits`; `nil` for the root screen.
  private(set) var parents: [Int?] = []

  /// The visits of the current stack, as indices in `visits`.
  private var tower: [Int] = []

  /// The stacks of the back/forward list, each in the form of `tower`.
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

  /// The entries of the back/forward list, each as the path of its top screen (`/` for the root
  /// screen) and its depth.
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
    // A pop at the root screen does nothing.
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
      // The current entry is the oldest, and is never removed. Remove the newest entry instead.
      towers.removeLast()
    }
  }
}
