import NavStorePlatform

/// Puts visits together as a tree. Pure; every walk is a loop, since a stack may be 10,000 deep.
struct VisitTreeBuilder {
  /// Where stacks and lists stand, by visit; 0: the root screen.
  struct Standing {
    var current: Set<Int64> = []
    var listed: Set<Int64> = []
  }

  private var rows: [Int64: StoredVisit] = [:]

  /// How many bytes of routes and titles they have.
  private var bytes = 0

  /// So many visits with so many bytes, and whatever else they stand on is left out.
  static let longest = (visits: 50_000, bytes: 1 << 22)

  /// Adds a visit and all that it stands on, forgotten ones included. What is there already is not
  /// read again.
  mutating func add(_ id: Int64, read: (Int64) throws -> StoredVisit?) rethrows {
    var id = id
    // Parents are older: a damaged file if they are not ends the walk.
    while id > 0, rows[id] == nil, rows.count < Self.longest.visits,
      bytes < Self.longest.bytes, let row = try read(id)
    {
      rows[id] = row
      bytes += (row.route?.payload.count ?? 0) + (row.title?.utf8.count ?? 0)
      guard row.parent < id else { return }
      id = row.parent
    }
  }

  /// The tree of what was added.
  func tree<R>(
    _ standing: Standing, next: NavStore.Cursor?, decode: (RawRoute) -> R?
  ) -> NavStore.VisitTree<R> {
    let ids = rows.keys.sorted()
    let kept = reparenting(ids)
    var parents: [Int64: Int64] = [:]
    var children: [Int64: [Int64]] = [:]
    for id in ids {
      guard let row = rows[id], !row.isForgotten else { continue }
      let parent = row.parent < id ? kept[row.parent] ?? 0 : 0
      parents[id] = parent
      children[parent, default: []].append(id)
    }
    let current = Set(standing.current.map { kept[$0] ?? 0 })
    let listed = Set(standing.listed.map { kept[$0] ?? 0 })
    var nodes: [NavStore.VisitTree<R>.Node] = []
    nodes.reserveCapacity(parents.count)
    var waiting = (children[0] ?? []).reversed().map { (id: $0, depth: 0) }
    while let (id, depth) = waiting.popLast() {
      guard let row = rows[id], let parent = parents[id] else { continue }
      let above = children[id] ?? []
      nodes.append(
        .init(
          id: .init(number: id), route: row.route.flatMap(decode),
          parent: parent == 0 ? nil : .init(number: parent),
          children: above.map { .init(number: $0) },
          visitedAt: row.time.map { Date(milliseconds: $0) }, title: row.title, stack: row.stack,
          depth: depth, isCurrent: current.contains(id), isInList: listed.contains(id)))
      waiting += above.reversed().map { ($0, depth + 1) }
    }
    return NavStore.VisitTree(nodes: nodes, isRootCurrent: current.contains(0), next: next)
  }

  /// For each visit the nearest at or beneath it that was not forgotten; 0: the root screen.
  private func reparenting(_ ids: [Int64]) -> [Int64: Int64] {
    var kept: [Int64: Int64] = [:]
    for id in ids {
      guard let row = rows[id] else { continue }
      // Ascending, so what a visit stands on is known already.
      kept[id] = row.isForgotten ? (row.parent < id ? kept[row.parent] ?? 0 : 0) : id
    }
    return kept
  }
}
