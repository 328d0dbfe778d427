/// The live sessions of a store, by stack: a second face on the same stack shares its session. And
/// the live lists over all stacks of a scene.
///
/// Can be used from any thread. What goes ends outside the lock.
final class SessionRegistry: Sendable {
  private struct Entry {
    weak var session: SessionCore?
  }

  private struct WeakList {
    weak var list: NavStore.SceneList?
  }

  private struct State {
    var entries: [StackKey: Entry] = [:]
    var sweepAt = 64

    /// The last few, kept alive: `save` and `restore` without a router would otherwise read the
    /// stack anew at each call.
    var kept: [SessionCore] = []

    /// The lists, by any stack of the scene with its name left out.
    var lists: [StackKey: WeakList] = [:]
    var keptLists: [NavStore.SceneList] = []

    /// Which type each tag stands for.
    var types: [String: ObjectIdentifier] = [:]
    var seenDataVersion: Int64?

    var sessions: [SessionCore] { entries.values.compactMap(\.session) }
    var sceneLists: [NavStore.SceneList] { lists.isEmpty ? [] : lists.values.compactMap(\.list) }
  }

  private static let keptCount = 8
  private let state = Locked(State())

  /// Claims each tag for a type; throws where another has it.
  func claim(_ tags: [String: ObjectIdentifier]) throws(NavStore.Error) {
    let taken = state.withLock { state in
      let taken = tags.first { tag, type in state.types[tag, default: type] != type }
      if taken == nil { state.types.merge(tags) { type, _ in type } }
      return taken
    }
    if let taken { throw .duplicateRouteTag(taken.key) }
  }

  /// Lets go of what is kept alive.
  func forgetKept() {
    let kept = state.withLock { state in
      defer { (state.kept, state.keptLists) = ([], []) }
      return (state.kept, state.keptLists)
    }
    withExtendedLifetime(kept) {}
  }

  /// Lets go of what is kept alive of a scene: its window is gone.
  func forgetKept(inScene scene: String) {
    let kept = state.withLock { state in
      let sessions = state.kept.filter { $0.key.scene.hasBytes(of: scene) }
      let lists = state.keptLists.filter { $0.scene.hasBytes(of: scene) }
      state.kept.removeAll { $0.key.scene.hasBytes(of: scene) }
      state.keptLists.removeAll { $0.scene.hasBytes(of: scene) }
      return (sessions, lists)
    }
    withExtendedLifetime(kept) {}
  }

  /// Lets go of the kept session of a stack if it shows what was forgotten. Unless somebody holds it,
  /// the stack is on no screen, and whoever asks for it gets what is in the file.
  func forgetKeptGhosts(of key: StackKey) {
    guard let kept = state.withLock({ $0.kept.first { $0.key == key } }), kept.showsForgotten
    else { return }
    state.withLock { $0.kept.removeAll { $0 === kept } }
  }

  /// Lets go of what is live of accounts that left: whoever asks for it gets it anew.
  func forgetThoseThatLeft() {
    let (sessions, lists) = (all.filter(\.hasLeft), sceneLists.filter(\.hasLeft))
    state.withLock { state in
      state.kept.removeAll { kept in sessions.contains { $0 === kept } }
      state.keptLists.removeAll { kept in lists.contains { $0 === kept } }
      state.entries = state.entries.filter { entry in
        !sessions.contains { $0 === entry.value.session }
      }
      state.lists = state.lists.filter { entry in !lists.contains { $0 === entry.value.list } }
    }
  }
}

// MARK: - Stacks

extension SessionRegistry {
  /// The live session of a stack.
  func find(_ key: StackKey) -> SessionCore? { state.withLock { $0.entries[key]?.session } }

  /// The live session of `key`, if there is one.
  func find(_ key: StackKey, codec: CodecIdentity) throws(NavStore.Error) -> SessionCore? {
    guard let session = find(key) else { return nil }
    try session.require(codec)
    return session
  }

  /// Adds a session that was restored, or gives the one that was quicker.
  func insert(_ session: SessionCore) throws(NavStore.Error) -> SessionCore {
    let live = state.withLock { state in
      if let live = state.entries[session.key]?.session { return live }
      if state.entries.count >= state.sweepAt {
        state.entries = state.entries.filter { $0.value.session != nil }
        state.sweepAt = max(64, state.entries.count * 2)
      }
      state.entries[session.key] = Entry(session: session)
      return session
    }
    if live !== session { try live.require(session.codec.identity) }
    keep(live)
    return live
  }

  /// Keeps a session alive, in the place of the one that has been for longest.
  func keep(_ session: SessionCore) {
    let oldest = state.withLock { state -> SessionCore? in
      guard !state.kept.contains(where: { $0 === session }) else { return nil }
      defer { state.kept.append(session) }
      return state.kept.count >= Self.keptCount ? state.kept.removeFirst() : nil
    }
    withExtendedLifetime(oldest) {}
  }

  /// All live sessions.
  var all: [SessionCore] { state.withLock(\.sessions) }

  /// The live sessions of an account, in every scene.
  func sessions(ofAccount account: String) -> [SessionCore] {
    all.filter { $0.key.account.hasBytes(of: account) }
  }

  /// The live sessions of a scene.
  func sessions(inScene scene: String) -> [SessionCore] {
    all.filter { $0.key.scene.hasBytes(of: scene) }
  }
}

extension SessionCore {
  /// Throws where it is asked for with other types than those that it stores.
  fileprivate func require(_ codec: CodecIdentity) throws(NavStore.Error) {
    guard self.codec.identity == codec else {
      throw NavStore.Error(
        .routeTypeMismatch,
        "The stack is in use with another route type or registry in this process.")
    }
  }
}

// MARK: - Lists over all stacks of a scene

extension SessionRegistry {
  /// The live list over the stacks of the scene and account of `key`.
  func list(of key: StackKey) -> NavStore.SceneList? {
    state.withLock { $0.lists.isEmpty ? nil : $0.lists[key.unnamed]?.list }
  }

  /// Adds a list that was restored, or gives the one that was quicker.
  func insert(_ list: NavStore.SceneList, of key: StackKey) -> NavStore.SceneList {
    state.withLock { state in
      if let live = state.lists[key.unnamed]?.list { return live }
      state.lists = state.lists.filter { $0.value.list != nil }
      state.lists[key.unnamed] = WeakList(list: list)
      state.keptLists.append(list)
      return list
    }
  }

  /// The live lists of scenes.
  var sceneLists: [NavStore.SceneList] { state.withLock(\.sceneLists) }

  /// The live lists of an account, in every scene.
  func sceneLists(ofAccount account: String) -> [NavStore.SceneList] {
    sceneLists.filter { $0.account.hasBytes(of: account) }
  }

  /// The live sessions of the stacks that `list` is over.
  func followed(by list: NavStore.SceneList) -> [SessionCore] {
    all.filter { self.list(of: $0.key) === list }
  }
}

// MARK: - Other processes

extension SessionRegistry {
  /// Which of the file's changes by other processes are known: see ``note(dataVersion:)``. Nil
  /// before the first look of a connection.
  var seenDataVersion: Int64? { state.withLock(\.seenDataVersion) }

  /// Lets go of the kept ones where another process has written since the last call: what they
  /// know may be old. Those that somebody holds stay, and catch up before they are next written.
  ///
  /// `dataVersion` is that of the writer's connection.
  func note(dataVersion: Int64) {
    let isNew = state.withLock { state in
      defer { state.seenDataVersion = dataVersion }
      return state.seenDataVersion != dataVersion
    }
    guard isNew else { return }
    forgetKept()
    for session in all { session.isBehind = true }
    for list in sceneLists { list.isBehind = true }
  }

  /// The versions that another connection sees do not compare with those before.
  func forgetDataVersion() { state.withLock { $0.seenDataVersion = nil } }
}
