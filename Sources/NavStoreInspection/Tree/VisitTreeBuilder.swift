import NavStore
import NavStorePlatform

/// Builds a tree from visits, and reads no file itself. Every walk is a loop, because a stack may
/// be 10,000 deep.
struct VisitTreeBuilder {
  /// The top visits of stacks, and the visits in back/forward lists; 0 for the root screen.
  struct Standing {
    var current: Set<Int64> = []
    var listed: Set<Int64> = []
  }

  private var rows: [Int64: StoredVisit] = [:]

  /// The size of the routes and titles of the added visits.
  private var bytes = 0

  /// The maximum size of a tree. When it is reached, no more visits are added.
  static let longest = (visits: 50_000, bytes: 1 << 22)

  /// Adds a visit and the visits below it, also forgotten ones. Doesn't read a visit that was added
  /// before.
  mutating func add(_ id: Int64, read: (Int64) throws -> StoredVisit?) rethrows {
    var id = id
    while id > 0, rows[id] == nil, rows.count < Self.longest.visits,
      bytes < Self.longest.bytes, let row = try read(id)
    {
      rows[id] = row
      bytes += (row.route?.payload.count ?? 0) + (row.title?.utf8.count ?? 0)
      // A parent is older than its child. If it isn't, the file is damaged, and no visits below are
      // added.
      guard row.parent < id else { return }
      id = row.parent
    }
  }

  /// Returns the tree of the added visits.
  func tree<Element>(
    _ standing: Standing, decode: (RawRoute) -> Element?
  ) -> NavVisitTree<Element> {
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
    var nodes: [NavVisitTree<Element>.Node] = []
    nodes.reserveCapacity(parents.count)
    var waiting = (children[0] ?? []).reversed().map { (id: $0, depth: 0) }
    while let (id, depth) = waiting.popLast() {
      guard let row = rows[id], let parent = parents[id] else { continue }
      let above = children[id] ?? []
      nodes.append(
        .init(
          id: id, route: row.route.flatMap(decode), title: row.title,
          visitedAt: row.time.map { Date(milliseconds: $0) }, stack: row.stack,
          parent: parent == 0 ? nil : parent,
          children: above, depth: depth,
          isCurrent: current.contains(id), isReachable: listed.contains(id)))
      waiting += above.reversed().map { ($0, depth + 1) }
    }
    return NavVisitTree(nodes: nodes)
  }

  /// Returns, for each visit, the nearest visit at or below it that was not forgotten; 0 for the
  /// root screen.
  private func reparenting(_ ids: [Int64]) -> [Int64: Int64] {
    var kept: [Int64: Int64] = [:]
    for id in ids {
      guard let row = rows[id] else { continue }
      // `ids` are in ascending order, so that the result for the parent, an older visit, is known.
      kept[id] = row.isForgotten ? (row.parent < id ? kept[row.parent] ?? 0 : 0) : id
    }
    return kept
  }
}
