/// All objects in memory that have data of a store: stacks, windows' back/forward lists, values on
/// screen (selections, sheets), and listeners to the history. All routers and sessions of a stack
/// share one object.
///
/// Can be used from any thread. An object is removed from its table while the lock is held, and
/// released after the lock is unlocked.
final class LiveObjects: Sendable {
  struct State: ~Copyable {
    /// The account for which this process last used each scene, by the scene's key.
    var sceneAccounts: [ByteKey: String] = [:]

    /// The accounts that this process uses and that were not erased.
    var accounts = WeakTable<ByteKey, LiveAccount>()
    fileprivate var stacks = WeakTable<StackKey, LiveStack>()
    var values = WeakTable<ObjectIdentifier, LiveValue>()

    /// The windows' back/forward lists. The key of a list is the key of any stack of its window,
    /// without the stack's name.
    fileprivate var lists = WeakTable<StackKey, NavStore.WindowHistory>()
    var listeners = Listeners<HistoryListener>()

    /// The closures that end the streams of changes of stacks when the store is closed.
    var streams = Listeners<@Sendable () -> Void>()

    /// Whether notifications are postponed until ``resumePosts()``.
    var arePostsPaused = false

    /// The stacks that were used last, which are retained. Otherwise, each `save` or `restore` of a
    /// stack without a router would read the stack from the file.
    fileprivate var kept: [LiveStack] = []

    /// The route type for each tag, the name under which routes are stored.
    fileprivate var types: [String: ObjectIdentifier] = [:]
    var seenDataVersion: Int64?
  }

  private static let keptCount = 8
  private let state = Locked(State())

  func withState<T>(_ body: (inout State) -> T) -> T { state.withLock(body) }

  /// On the store's write queue: updates all live objects after a change. Updates stacks before the
  /// windows' lists over those stacks.
  func follow(_ effect: Effect) {
    let (stacks, values, lists) = state.withLock {
      ($0.stacks.objects, $0.values.objects, $0.lists.objects)
    }
    for stack in stacks { stack.follow(effect) }
    for value in values { value.follow(effect) }
    for list in lists { list.follow(effect) }
    // Release retained stacks with a forgotten screen right after the change. Later work on the
    // writer's queue retains all stacks for a short time, and a concurrent `restore` would then find
    // such a stack.
    if effect.removal != nil { forgetKept(kept.filter(\.showsForgotten)) }
  }

  /// Registers the type of each tag. Throws if another type is registered for a tag.
  func claim(_ tags: [String: ObjectIdentifier]) throws(NavStore.Error) {
    let taken = state.withLock { state in
      let taken = tags.first { tag, type in state.types[tag, default: type] != type }
      if taken == nil { for (tag, type) in tags { state.types[tag] = type } }
      return taken
    }
    if let taken { throw .duplicateRouteTag(taken.key) }
  }

  /// The stacks that are retained for the next `save` or `restore`.
  var kept: [LiveStack] { state.withLock { $0.kept } }

  /// Releases `stacks`, or all stacks of ``kept``. If no router retains a stack either, the next
  /// `save` or `restore` reads it from the file.
  func forgetKept(_ stacks: [LiveStack]? = nil) {
    // Stacks are released after the lock.
    let stacks = stacks ?? kept
    state.withLock { state in
      state.kept.removeAll { kept in stacks.contains { $0 === kept } }
    }
    withExtendedLifetime(stacks) {}
  }

  typealias OfAccount = (
    stacks: [LiveStack], values: [LiveValue], lists: [NavStore.WindowHistory]
  )

  /// Ends an account that was erased. After this call, its key stands for a new account, and the
  /// old account's stacks, values and lists are not found. The signed-out account doesn't end.
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
      for stack in stacks { state.stacks.remove(stack.key) }
      for value in values { state.values.remove(ObjectIdentifier(value)) }
      for list in lists { state.lists.remove(list.first.unnamed) }
      return (stacks, values, lists)
    }
  }
}

// MARK: - Stacks

extension LiveObjects {
  /// Returns a stack by its key; `nil` if it isn't in memory.
  func find(_ key: StackKey) -> LiveStack? { state.withLock { $0.stacks[key] } }

  /// Returns a stack by its key; `nil` if it isn't in memory. Throws if its elements have another
  /// type than the one that `codec` identifies.
  func find(_ key: StackKey, codec: ObjectIdentifier) throws(NavStore.Error) -> LiveStack? {
    guard let session = find(key) else { return nil }
    try session.require(codec)
    return session
  }

  /// Adds a stack that was read from the file. Returns it, or the stack that another thread has
  /// added for the same key.
  ///
  /// - Throws: ``NavStore/Error`` with code `closed` if the account was erased after the stack was
  ///   read.
  func insert(_ session: LiveStack) throws(NavStore.Error) -> LiveStack {
    let live = state.withLock {
      session.hasEnded ? nil : $0.stacks.insert(session, for: session.key)
    }
    guard let live else { throw .accountErased }
    if live !== session { try live.require(session.codec.identity) }
    keep(live)
    return live
  }

  /// Retains a stack for the next `save` or `restore`. If there are ``keptCount`` such stacks,
  /// releases the stack that was added first.
  func keep(_ session: LiveStack) {
    let oldest = state.withLock { state -> LiveStack? in
      guard !state.kept.contains(where: { $0 === session }) else { return nil }
      defer { state.kept.append(session) }
      return state.kept.count >= Self.keptCount ? state.kept.removeFirst() : nil
    }
    withExtendedLifetime(oldest) {}
  }

  var all: [LiveStack] { state.withLock { $0.stacks.objects } }
}

extension NavStore {
  /// Releases the stacks that are retained only for the next `save` or `restore`. That call then
  /// reads them from the file, as after a launch.
  package func forgetKept() {
    writer.live.forgetKept()
  }
}

extension LiveStack {
  /// Throws if the elements of the stack have another type than those of `codec`.
  fileprivate func require(_ codec: ObjectIdentifier) throws(NavStore.Error) {
    guard self.codec.identity == codec else {
      let tags = Array(self.codec.tags.keys).sorted().joined(separator: ", ")
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
  /// Returns the back/forward list over all stacks of the window of `key`; `nil` if it isn't in
  /// memory.
  func list(of key: StackKey) -> NavStore.WindowHistory? {
    state.withLock { $0.lists[key.unnamed] }
  }

  /// Adds a window's list that was read from the file. Returns it, or the list that another thread
  /// has added for the same window.
  ///
  /// - Throws: ``NavStore/Error`` with code `closed` if the account was erased after the list was
  ///   read.
  func insert(_ list: NavStore.WindowHistory) throws(NavStore.Error) -> NavStore.WindowHistory {
    let live = state.withLock { state in
      list.hasEnded ? nil : state.lists.insert(list, for: list.first.unnamed)
    }
    guard let live else { throw .accountErased }
    return live
  }

  var sceneLists: [NavStore.WindowHistory] { state.withLock { $0.lists.objects } }

  /// Returns the stacks in memory that are in the window of `list`.
  func followed(by list: NavStore.WindowHistory) -> [LiveStack] {
    all.filter { self.list(of: $0.key) === list }
  }
}
