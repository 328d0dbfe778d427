/// What can be copied: read first, because visits are numbered in the order of all of them.
final class SalvagePlan {
  let table: SalvageTable
  let limits: NavStore.Limits
  let deadline: ContinuousClock.Instant

  struct Stack {
    let row: SalvageTable.Stack
    let key: StackKey
    let tip: Int64
    let tips: [Int64]
    let position: Int
    let isShortened: Bool
  }

  /// What can't be restored of the stacks that were found, each with the first screen that is lost.
  private(set) var losses: [StackKey: NavRestorationFailure] = [:]

  /// Whether there may be stacks that were not found.
  private(set) var lacksStacks = false

  private(set) var scenes: [SalvageTable.Scene] = []
  private(set) var stacks: [Stack] = []

  /// Visits to copy, with the one beneath that is left; forgotten ones are not among them.
  private(set) var visits: [Int64: (row: SalvageTable.Visit, parent: Int64)] = [:]
  private var isSound: [Int64: Bool] = [:]

  init(table: SalvageTable, limits: NavStore.Limits, deadline: ContinuousClock.Instant) {
    self.table = table
    self.limits = limits
    self.deadline = deadline
  }

  func read() {
    scenes = table.scenes().filter { !$0.key.isEmpty && isKey($0.key) }
    let keys = Dictionary(scenes.map { ($0.id, $0.key) }) { first, _ in first }
    var known: Set<StackKey> = []
    // The ones saved last first: they are what the user looks for.
    for row in table.stacks().sorted(by: { ~$0.saved }) {
      guard !isOver else {
        lacksStacks = true
        break
      }
      guard let scene = keys[row.scene], let account = table.account(row.account) else {
        lacksStacks = true
        continue
      }
      guard let key = try? StackKey(scene: scene, account: account, name: row.name),
        known.insert(key).inserted
      else { continue }
      guard row.root.map({ isSoundRoute($0) }) ?? true, let stack = stack(row, key) else {
        losses[key] = .damaged(at: -1)
        continue
      }
      if stack.isShortened { losses[key] = .damaged(at: depth(of: stack.tip)) }
      stacks.append(stack)
    }
    lacksStacks = lacksStacks || table.lacksRows
  }

  /// The number of screens on a visit that is copied.
  private func depth(of tip: Int64) -> Int {
    var (depth, next) = (0, tip)
    while let visit = visits[next] { (depth, next) = (depth + 1, visit.parent) }
    return depth
  }

  private var isOver: Bool { ContinuousClock.now >= deadline }

  private func isKey(_ key: String) -> Bool { key.utf8.count <= NavStore.Limits.keyBytes }

  private func isSoundRoute(_ id: Int64) -> Bool {
    if let known = isSound[id] { return known }
    let sound = table.route(id) != nil
    isSound[id] = sound
    return sound
  }

  private func stack(_ row: SalvageTable.Stack, _ key: StackKey) -> Stack? {
    var tips = BackForwardListCodec.decode(row.list) ?? []
    var position = row.position
    if !tips.indices.contains(position) || tips[position] != row.tip {
      tips = row.tip == 0 ? [0] : [0, row.tip]
      position = tips.count - 1
    }
    guard tips.count <= 10_000 else { return nil }
    // The current entry, else the nearest one before it that stands on something.
    var current: (tip: Int64, isWhole: Bool)?
    var place = position
    while current == nil, place >= 0 {
      current = prefix(of: tips[place])
      if current == nil { place -= 1 }
    }
    let isShortened = place != position || current?.isWhole == false
    var entries: [Int64] = []
    var index = 0
    for (number, tip) in tips.enumerated() {
      if number == place {
        index = entries.count
        entries.append(current?.tip ?? 0)
      } else if let found = prefix(of: tip), found.isWhole {
        entries.append(found.tip)
      }
    }
    if current == nil {
      // Nothing of it is left but its root screen.
      (entries, index) = ([0], 0)
    }
    let list = BackForwardList(entries: entries, index: index, limit: max(1, entries.count))
      .collapsed
    return Stack(
      row: row, key: key, tip: list.current, tips: list.entries, position: list.index,
      isShortened: isShortened)
  }

  /// The highest visit of the intact prefix of a chain, 0 for the root screen, and whether that is
  /// all of it. Nil if the chain does not come down to its bottom.
  private func prefix(of tip: Int64) -> (tip: Int64, isWhole: Bool)? {
    var chain: [SalvageTable.Visit] = []
    var next = tip
    while next != 0, visits[next] == nil {
      guard chain.count < limits.chain.visits, visits.count + chain.count < Salvage.maxVisits,
        next > 0, !isOver, let visit = table.visit(next), visit.parent < visit.id,
        visit.parent >= 0
      else { return nil }
      chain.append(visit)
      next = visit.parent
    }
    var top = next
    for visit in chain.reversed() {
      guard let route = visit.route else { continue }
      guard isSoundRoute(route) else { return (top, false) }
      visits[visit.id] = (visit, top)
      top = visit.id
    }
    return (top, true)
  }
}

extension NavRestorationFailure {
  /// A screen that was in a damaged file and could not be read.
  static func damaged(at position: Int) -> NavRestorationFailure {
    NavRestorationFailure(position: position, typeName: nil, version: nil, cause: .damaged)
  }
}
