/// Something in this process that shows what the store has, and follows each change to it.
protocol LiveObject: AnyObject, Sendable {
  /// Whose it is.
  var account: String { get }

  /// On the writer's queue, once the change is in the file.
  func follow(_ effect: Effect)
}

/// All that is live of a store: its stacks, each once however many faces share it; the lists over all
/// stacks of a window; the values that faces show (selections, sheets); and who listens to history.
///
/// Can be used from any thread. What goes ends outside the lock.
final class LiveObjects: Sendable {
  struct State {
    /// The account for which each scene was last used, by the scene's key.
    var sceneAccounts: [ByteKey: String] = [:]

    /// The accounts in use that have not ended.
    var accounts = WeakTable<ByteKey, LiveAccount>()
    fileprivate var stacks = WeakTable<StackKey, LiveStack>()

    /// The stacks of accounts that have ended: in memory only, and followed until the store is closed.
    fileprivate var ended = WeakTable<ObjectIdentifier, LiveStack>()
    var values = WeakTable<ObjectIdentifier, LiveValue>()

    /// By any stack of the scene with its name left out.
    fileprivate var lists = WeakTable<StackKey, NavStore.WindowHistory>()
    var listeners = WeakTable<ObjectIdentifier, HistoryListener>()

    /// The listeners to tell when the pause ends; nil while posts are not paused.
    var deferred: Set<ObjectIdentifier>?

    /// The last few, kept alive: `save` and `restore` without a router would otherwise read the
    /// stack anew at each call.
    fileprivate var kept: [LiveStack] = []
    fileprivate var keptLists: [NavStore.WindowHistory] = []

    /// Which type each tag stands for.
    fileprivate var types: [String: ObjectIdentifier] = [:]
    fileprivate var seenDataVersion: Int64?
  }

  private static let keptCount = 8
  private let state = Locked(State())

  func withState<T>(_ body: (inout State) -> T) -> T { state.withLock(body) }

  /// On the writer's queue: everything live follows a change, stacks before the lists over them.
  func follow(_ effect: Effect) {
    let (stacks, values, lists) = state.withLock {
      ($0.stacks.objects, $0.values.objects, $0.lists.objects)
    }
    for object in stacks as [any LiveObject] + values + lists { object.follow(effect) }
    if effect.removal != nil { forgetKeptThatShowForgotten() }
  }

  /// Removes the kept stacks that show a forgotten screen. No window shows them, unless it holds them too.
  ///
  /// Later would be too late: a step on the queue holds all stacks for a moment, and a restore beside it would find
  /// one of these.
  private func forgetKeptThatShowForgotten() {
    let old = state.withLock(\.kept).filter(\.showsForgotten)
    for stack in old { forgetKept(stack) }
  }

  /// Claims each tag for a type; throws if another has it.
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

  /// Lets go of the kept session of a stack if it shows what was forgotten, or was read beside what
  /// others did. Unless somebody holds it, the stack is on no screen, and whoever asks for it gets
  /// what is in the file.
  func forgetKeptIfOld(_ key: StackKey) {
    guard let kept = state.withLock({ $0.kept.first { $0.key == key } }),
      kept.showsForgotten || kept.isBehind
    else { return }
    forgetKept(kept)
  }

  /// Does not keep a session alive any longer.
  func forgetKept(_ session: LiveStack) {
    state.withLock { $0.kept.removeAll { $0 === session } }
  }

  typealias OfAccount = (
    stacks: [LiveStack], values: [LiveValue], lists: [NavStore.WindowHistory]
  )

  /// Ends an account: from now on its key stands for another account, and its stacks and lists are no
  /// longer found. The signed-out account goes on.
  ///
  /// - Returns: All that was live of the account.
  func end(_ key: String) -> OfAccount {
    state.withLock { state in
      state.accounts[ByteKey(key)]?.end()
      let stacks = state.stacks.objects.filter { $0.account.hasBytes(of: key) }
      let values = state.values.objects.filter { $0.account.hasBytes(of: key) }
      let lists = state.lists.objects.filter { $0.account.hasBytes(of: key) }
      guard !key.isEmpty else { return (stacks, values, lists) }
      state.accounts.remove(ByteKey(key))
      state.kept.removeAll { $0.account.hasBytes(of: key) }
      state.keptLists.removeAll { $0.account.hasBytes(of: key) }
      state.stacks.remove(stacks)
      for stack in stacks { _ = state.ended.insert(stack, for: ObjectIdentifier(stack)) }
      state.values.remove(values)
      state.lists.remove(lists)
      return (stacks, values, lists)
    }
  }
}

// MARK: - Stacks

extension LiveObjects {
  /// The live session of a stack.
  func find(_ key: StackKey) -> LiveStack? { state.withLock { $0.stacks[key] } }

  /// The live session of `key`, if there is one.
  func find(_ key: StackKey, codec: ObjectIdentifier) throws(NavStore.Error) -> LiveStack? {
    guard let session = find(key) else { return nil }
    try session.require(codec)
    return session
  }

  /// Adds a stack that was restored, or gives the one that was quicker.
  ///
  /// - Throws: ``NavStore/Error`` with code `closed` if its account has ended since it was read.
  func insert(_ session: LiveStack) throws(NavStore.Error) -> LiveStack {
    let live = state.withLock {
      session.hasEnded ? nil : $0.stacks.insert(session, for: session.key)
    }
    guard let live else { throw .accountErased }
    if live !== session { try live.require(session.codec.identity) }
    keep(live)
    return live
  }

  /// Keeps a session alive, in the place of the one that has been for longest.
  func keep(_ session: LiveStack) {
    let oldest = state.withLock { state -> LiveStack? in
      guard !state.kept.contains(where: { $0 === session }) else { return nil }
      defer { state.kept.append(session) }
      return state.kept.count >= Self.keptCount ? state.kept.removeFirst() : nil
    }
    withExtendedLifetime(oldest) {}
  }

  /// All live sessions.
  var all: [LiveStack] { state.withLock { $0.stacks.objects } }

  /// The store was closed: whoever follows a stack hears no more.
  func endFollowing() {
    let ended = state.withLock { $0.ended.objects }
    for stack in all + ended { stack.endFollowing() }
  }

  /// The live sessions of a scene.
  func sessions(inScene scene: String) -> [LiveStack] {
    all.filter { $0.key.scene.hasBytes(of: scene) }
  }
}

extension NavStore {
  /// Lets go of the stacks that are kept for the next call only: when they are next asked for, they are
  /// restored as after a launch.
  package func forgetKept() {
    writer.live.forgetKept()
  }
}

extension LiveStack {
  /// Throws if it is asked for with other types than those that it stores.
  fileprivate func require(_ codec: ObjectIdentifier) throws(NavStore.Error) {
    guard self.codec.identity == codec else {
      let tags = self.codec.tags.keys.sorted().joined(separator: ", ")
      throw NavStore.Error(
        .unsupportedRoute,
        """
        The stack is in use in this process, with routes of \(tags.isEmpty ? "no tag" : tags): give one of \
        the two a name (stack:), or say that it is .mixed.
        """)
    }
  }
}

// MARK: - Lists over all stacks of a scene

extension LiveObjects {
  /// The live list over the stacks of the scene and account of `key`.
  func list(of key: StackKey) -> NavStore.WindowHistory? {
    state.withLock { $0.lists[key.unnamed] }
  }

  /// Adds a list that was restored, or gives the one that was quicker.
  ///
  /// - Throws: ``NavStore/Error`` with code `closed` if its account has ended since it was read.
  func insert(
    _ list: NavStore.WindowHistory, of key: StackKey
  ) throws(NavStore.Error) -> NavStore.WindowHistory {
    let live = state.withLock { state -> NavStore.WindowHistory? in
      guard !list.hasEnded else { return nil }
      let live = state.lists.insert(list, for: key.unnamed)
      if live === list { state.keptLists.append(list) }
      return live
    }
    guard let live else { throw .accountErased }
    return live
  }

  /// The live lists of scenes.
  var sceneLists: [NavStore.WindowHistory] { state.withLock { $0.lists.objects } }

  /// The live sessions of the stacks that `list` is over.
  func followed(by list: NavStore.WindowHistory) -> [LiveStack] {
    all.filter { self.list(of: $0.key) === list }
  }
}

// MARK: - Values that faces show

extension LiveObjects {
  func add(_ value: LiveValue) {
    state.withLock { _ = $0.values.insert(value, for: ObjectIdentifier(value)) }
  }

  /// Another file is used from now on: values that were read are read again.
  func noteOtherFile() {
    for value in state.withLock({ $0.values.objects }) { value.didMoveOver() }
  }
}

// MARK: - Other processes

extension LiveObjects {
  /// Which of the file's changes by other processes are known: see ``note(dataVersion:)``. Nil
  /// before the first look of a connection.
  var seenDataVersion: Int64? { state.withLock(\.seenDataVersion) }

  /// Lets go of the kept stacks if another process has written since the last call, because they may be
  /// out of date. Stacks that are held are kept, and catch up before they are next written.
  ///
  /// - Parameter dataVersion: The version that the writer's connection sees.
  /// - Returns: Whether another process has written.
  func note(dataVersion: Int64) -> Bool {
    let isNew = state.withLock { state in
      defer { state.seenDataVersion = dataVersion }
      return state.seenDataVersion != dataVersion
    }
    guard isNew else { return false }
    forgetKept()
    for session in all { session.isBehind = true }
    for list in sceneLists { list.isBehind = true }
    return true
  }

  /// Another connection is used from now on: its versions can't be compared with the ones before.
  func forgetDataVersion() { state.withLock { $0.seenDataVersion = nil } }

  /// Another file is used from now on, which has other numbers.
  func forgetAccountNumbers() {
    for account in numberedAccounts { account.number = nil }
  }
}
