import NavStorePlatform
import NavStoreSQLite

/// The readable part of a damaged file: scenes, stacks with their visits, and records of imported
/// legacy state.
///
/// A stack is salvaged up to the first route that can't be read or fails its checksum. If a visit
/// below the top visit can't be read, the nearest readable entry before the current one in the
/// back/forward list is salvaged instead. Lists, titles and small values are lost.
struct Salvage {
  private(set) var scenes: [Scene] = []
  private(set) var stacks: [Stack] = []
  private var adoptions: [(claim: AdoptionClaim, account: String?)] = []

  /// The failures of stacks, each with the position of the first missing screen.
  private(set) var failures: [StackKey: NavRestorationFailure] = [:]

  /// Whether the damaged file may have stacks that could not be found.
  private(set) var lacksStacks = false

  typealias Scene = (id: Int64, key: String, opened: Int64, closed: Int64?)

  struct Stack {
    let key: StackKey
    let saved: Int64
    let root: StoredRoute?

    /// The visits from the bottom to the top, with the times at which their screens were first
    /// seen.
    let visits: [(route: StoredRoute, time: Int64?)]
  }

  /// Creates an empty salvage, for a file that is not read.
  init() {
    lacksStacks = true
  }

  /// Reads the damaged file of the connection `db`, which has locked the file. Unreadable rows are
  /// skipped.
  init(of db: Connection, _ configuration: NavStore.Configuration) {
    let deadline = ContinuousClock.now + configuration.repairBudget
    // Reading rows may take half of the time. The other half is for writing them to a fresh store.
    var reader = SalvageReader(db: db, deadline: deadline - configuration.repairBudget / 2)
    do {
      try db.beginReadingDamaged()
      db.work(.init(deadline: deadline)) {
        read(&reader, recordsHistory: configuration.recordsHistory)
      }
    } catch {
      lacksStacks = true
    }
    lacksStacks = lacksStacks || reader.lacksRows
  }

  private mutating func read(_ reader: inout SalvageReader, recordsHistory: Bool) {
    scenes = reader.scenes()
    let sceneKeys = Dictionary(scenes.map { ($0.id, $0.key) }) { first, _ in first }
    var known: Set<StackKey> = []
    // Read the stacks from the last saved to the first saved, because the user needs recent stacks
    // most.
    let rows = reader.stacks()
    for row in rows.map(\.saved).positionsInOrder.reversed().map({ rows[$0] }) {
      guard !reader.isOver, let scene = sceneKeys[row.scene],
        let account = reader.account(row.account)
      else {
        lacksStacks = true
        continue
      }
      guard let key = try? StackKey(scene: scene, account: account, name: row.name),
        known.insert(key).inserted
      else { continue }
      guard let root = row.root.map(reader.route) ?? .some(.none) else {
        failures[key] = .damaged(at: -1)
        continue
      }
      let (visits, isWhole) = reader.visits(of: row)
      if !isWhole { failures[key] = .damaged(at: visits.count) }
      stacks.append(
        Stack(
          key: key, saved: row.saved, root: root,
          visits: recordsHistory ? visits : visits.map { ($0.route, nil) }))
    }
    adoptions = reader.adoptions()
  }

  /// Writes the salvage to a fresh store, in the caller's transaction. Stacks are written from the
  /// oldest to the newest, so that the newest visits get the highest numbers.
  func write(to db: Connection) throws {
    var commit = Commit(on: db)
    for scene in scenes { _ = try SceneTable(db: db).openID(of: scene.key, at: scene.opened) }
    for stack in stacks.reversed() {
      let change = StackChange()
      change.prepare(
        at: stack.saved, over: StoredStack(root: .success(stack.root), isRootStale: true))
      try commit.begin(change, of: stack.key)
      for (route, time) in stack.visits {
        let event = StackChange.Event.visit(
          route, on: change.ids.last ?? 0, seenAt: time, replaced: false)
        try commit.write(event, of: change, stack.key)
      }
      change.tips = BackForwardList(
        entries: [0] + change.ids.suffix(1), index: min(1, change.ids.count), limit: 2)
      try commit.finish(change, of: stack.key)
    }
    // Close the scenes that were closed in the damaged file, because writing a stack opens its
    // scene.
    let closed = scenes.compactMap { scene in scene.closed.map { (scene.key, $0) } }
    for (key, time) in closed.map(\.1).positionsInOrder.map({ closed[$0] }) {
      // Limit the time, because each scene that is closed after this one gets a larger time, which
      // must not overflow.
      _ = try SceneTable(db: db).close(key, at: min(max(time, 0), 1 << 52))
    }
    for (claim, account) in adoptions {
      try AdoptionTable(db: db).insert(claim, account: account)
    }
  }
}

extension NavRestorationFailure {
  /// Returns the failure of a screen that was in a damaged file and could not be read.
  static func damaged(at position: Int) -> NavRestorationFailure {
    NavRestorationFailure(position: position, typeName: nil, version: nil, cause: .damaged)
  }
}
