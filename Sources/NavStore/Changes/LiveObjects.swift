/// An object in this process that shows data of the store and follows each change to it.
protocol LiveObject: AnyObject, Sendable {
  /// The account that the object belongs to.
  var account: String { get }

  /// On the writer's queue: applies a change that is in the file.
  func follow(_ effect: Effect)
}

/// All live objects of a store: its stacks, the lists over all stacks of a window, the values that
/// handles show (selections, sheets), and the listeners of history. All handles of a stack share
/// one object.
///
/// Can be used from any thread. Removed objects are released after the lock.
final class LiveObjects: Sendable {
  struct State {
    /// The account for which each scene was last used, by the scene's key.
    var sceneAccounts: [ByteKey: String] = [:]

    /// The accounts in use that have not ended.
    var accounts = WeakTable<ByteKey, LiveAccount>()
    fileprivate var stacks = WeakTable<StackKey, LiveStack>()

    /// The stacks of accounts that have ended. They are only in memory, and followed until the
    /// store is closed.
    fileprivate var ended = WeakTable<ObjectIdentifier, LiveStack>()
    var values = WeakTable<ObjectIdentifier, LiveValue>()

    /// A list has the key of any stack of its scene and account, without the stack's name.
    fileprivate var lists = WeakTable<StackKey, NavStore.WindowHistory>()
    var listeners = WeakTable<ObjectIdentifier, HistoryListener>()

    /// The listeners to notify when the pause ends; `nil` if posts are not paused.
    var deferred: Set<ObjectIdentifier>?

    /// The last few stacks, which are kept alive. Otherwise, `save` and `restore` without a router
    /// would read the stack from the file at each call.
    fileprivate var kept: [LiveStack] = []
    fileprivate var keptLists: [NavStore.WindowHistory] = []

    /// The type that each tag stands for.
    fileprivate var types: [String: ObjectIdentifier] = [:]
    fileprivate var seenDataVersion: Int64?
  }

  private static let keptCount = 8
  private let state = Locked(State())

  func withState<T>(_ body: (inout State) -> T) -> T { state.withLock(body) }

  /// On the writer's queue: applies a change to all live objects, to stacks before the lists over
  /// them.
  func follow(_ effect: Effect) {
    let (stacks, values, lists) = state.withLock {
      ($0.stacks.objects, $0.values.objects, $0.lists.objects)
    }
    for object in stacks as [any LiveObject] + values + lists { object.follow(effect) }
    if effect.removal != nil { forgetKeptThatShowForgotten() }
  }

  /// Removes the kept stacks that show a forgotten screen. Unless a window retains such a stack, it
  /// isn't shown.
  ///
  /// This can't be done later. A step on the queue retains all stacks for a moment, and a
  /// concurrent restore would find one of these.
  private func forgetKeptThatShowForgotten() {
    let old = state.withLock(\.kept).filter(\.showsForgotten)
    for stack in old { forgetKept(stack) }
  }

  /// Claims each tag for a type. Throws if another type has claimed it.
  func claim(_ tags: [String: ObjectIdentifier]) throws(NavStore.Error) {
    let taken = state.withLock { state in
      let taken = tags.first { tag, type in state.types[tag, default: type] != type }
      if taken == nil { state.types.merge(tags) { type, _ in type } }
      return taken
    }
    if let taken { throw .duplicateRouteTag(taken.key) }
  }

  /// Releases all kept stacks and lists.
  func forgetKept() {
    let kept = state.withLock { state in
      defer { (state.kept, state.keptLists) = ([], []) }
      return (state.kept, state.keptLists)
    }
    withExtendedLifetime(kept) {}
  }

  /// Releases the kept stacks and lists of a scene whose window is closed.
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

  /// Releases the kept session of a stack if it shows a forgotten screen, or may be out of date.
  /// Unless another object retains it, the stack is not on screen, and the next caller reads the
  /// file.
  func forgetKeptIfOld(_ key: StackKey) {
    guard let kept = state.withLock({ $0.kept.first { $0.key == key } }),
      kept.showsForgotten || kept.isBehind
    else { return }
    forgetKept(kept)
  }

  /// Releases a kept session.
  func forgetKept(_ session: LiveStack) {
    state.withLock { $0.kept.removeAll { $0 === session } }
  }

  typealias OfAccount = (
    stacks: [LiveStack], values: [LiveValue], lists: [NavStore.WindowHistory]
  )

  /// Ends an account. From now on, its key stands for another account, and its stacks and lists are
  /// no longer found. The signed-out account continues.
  ///
  /// - Returns: All live objects of the account.
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
  /// Returns the live session of a stack.
  func find(_ key: StackKey) -> LiveStack? { state.withLock { $0.stacks[key] } }

  /// Returns the live session of `key`, if there is one. Throws if it stores other types.
  func find(_ key: StackKey, codec: ObjectIdentifier) throws(NavStore.Error) -> LiveStack? {
    guard let session = find(key) else { return nil }
    try session.require(codec)
    return session
  }

  /// Adds a restored stack. Returns it, or the one that another thread added first.
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

  /// Keeps a session alive, in place of the one that was kept longest.
  func keep(_ session: LiveStack) {
    let oldest = state.withLock { state -> LiveStack? in
      guard !state.kept.contains(where: { $0 === session }) else { return nil }
      defer { state.kept.append(session) }
      return state.kept.count >= Self.keptCount ? state.kept.removeFirst() : nil
    }
    withExtendedLifetime(oldest) {}
  }

  var all: [LiveStack] { state.withLock { $0.stacks.objects } }

  /// Ends all streams of changes, because the store was closed.
  func endFollowing() {
    let ended = state.withLock { $0.ended.objects }
    for stack in all + ended { stack.endFollowing() }
  }

  /// Returns the live sessions of a scene.
  func sessions(inScene scene: String) -> [LiveStack] {
    all.filter { $0.key.scene.hasBytes(of: scene) }
  }
}

extension NavStore {
  /// Releases the stacks that are only kept for the next call. That call restores them as after a
  /// launch.
  package func forgetKept() {
    writer.live.forgetKept()
  }
}

extension LiveStack {
  /// Throws if the session stores other types than `codec`.
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
  /// Returns the live list over the stacks of the scene and account of `key`.
  func list(of key: StackKey) -> NavStore.WindowHistory? {
    state.withLock { $0.lists[key.unnamed] }
  }

  /// Adds a restored list. Returns it, or the one that another thread added first.
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

  var sceneLists: [NavStore.WindowHistory] { state.withLock { $0.lists.objects } }

  /// Returns the live sessions of the stacks that `list` covers.
  func followed(by list: NavStore.WindowHistory) -> [LiveStack] {
    all.filter { self.list(of: $0.key) === list }
  }
}

// MARK: - Values that handles show

extension LiveObjects {
  func add(_ value: LiveValue) {
    state.withLock { _ = $0.values.insert(value, for: ObjectIdentifier(value)) }
  }

  /// Reads values again, because the store has switched to another file.
  func noteOtherFile() {
    for value in state.withLock({ $0.values.objects }) { value.didMoveOver() }
  }
}

// MARK: - Other processes

extension LiveObjects {
  /// The version of the file up to which changes by other processes are known: see
  /// ``note(dataVersion:)``. `nil` before a connection has read it.
  var seenDataVersion: Int64? { state.withLock(\.seenDataVersion) }

  /// Releases the kept stacks if another process has written since the last call, because they may
  /// be out of date. Stacks that other objects retain catch up before they are next written.
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

  /// Forgets the version, because versions of two connections can't be compared.
  func forgetDataVersion() { state.withLock { $0.seenDataVersion = nil } }

  /// Forgets the numbers of accounts, because another file has other numbers.
  func forgetAccountNumbers() {
    for account in numberedAccounts { account.number = nil }
  }
}
