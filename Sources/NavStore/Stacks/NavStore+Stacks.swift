import NavStoreSQLite

extension NavStore {
  /// Returns the session of a stack. If the stack isn't live, restores it first. If the file can't
  /// be read for a reason that may pass, the session starts at the root screen, and is restored as
  /// soon as the file can be read, unless it was changed before.
  ///
  /// - Throws: ``NavStore/Error``, with code `closed` also if the account was erased.
  package func session<R: NavElement>(
    of type: R.Type, in scene: String, stack: String, account: LiveAccount,
    policy: RestorePolicy<R>
  ) throws(NavStore.Error) -> Session<R> {
    let key = try StackKey(scene: scene, account: account.key, name: stack)
    let codec = try codecs.codec(of: type)
    let load = load(key, codec: codec, policy: policy)
    let imports = policy.legacy != nil
    do throws(NavStore.Error) {
      return try core(of: key, in: account, codec: codec, imports: imports, load).session()
    } catch {
      guard account.problem == nil, error.isRetriable || writer.waitsForFile else { throw error }
      return try unread(key, in: account, codec: codec, load, because: error).session()
    }
  }

  /// Returns a function that loads a stack from the file, or imports its legacy state.
  private func load<R: NavElement>(
    _ key: StackKey, codec: RouteCodec, policy: RestorePolicy<R>
  ) -> LiveStack.Load {
    let adoption = adoption(from: policy.legacy, for: key, codec: codec)
    return { [writer, policy = policy.erased] connection in
      try writer.load(key, codec: codec, policy: policy, adopting: adoption, from: connection)
    }
  }

  private func core(
    of key: StackKey, in account: LiveAccount, codec: RouteCodec, imports: Bool = false,
    _ load: LiveStack.Load
  ) throws(NavStore.Error) -> LiveStack {
    if let problem = account.problem { throw problem }
    let writer = writer
    if let live = try liveSession(of: key, codec: codec.identity) { return live }
    // Import legacy state on the writer's queue, because only code on that queue can claim it, so
    // that it is imported once.
    return try writer.snapshot(onQueue: imports) { connection, isBeside in
      if let live = try writer.live.find(key, codec: codec.identity) {
        writer.live.keep(live)
        return live
      }
      try writer.live.claim(codec.tags)
      let loaded = try load(connection)
      loaded.noteFailures()
      if account.number == nil {
        account.number =
          try loaded.stored.row?.account ?? AccountTable(db: connection).find(account.key)
      }
      let restored = LiveStack(
        key: key, of: account, codec: codec, writer: writer, loaded: loaded)
      restored.isBehind = isBeside
      let session = try writer.live.insert(restored)
      writer.live.list(of: key)?.follow(session)
      return session
    }
  }

  /// Returns a live stack at its root screen, which is loaded as soon as the file can be read.
  private func unread(
    _ key: StackKey, in account: LiveAccount, codec: RouteCodec,
    _ load: @escaping LiveStack.Load, because reason: NavStore.Error
  ) throws(NavStore.Error) -> LiveStack {
    if let live = try writer.live.find(key, codec: codec.identity) { return live }
    try writer.live.claim(codec.tags)
    let root = StackState(backForwardLimit: configuration.limits.backForwardEntries)
    let live = try writer.live.insert(
      LiveStack(
        key: key, of: account, codec: codec, writer: writer,
        loaded: LoadedStack(stack: root), load: load))
    if let list = writer.live.list(of: key), list.isUnread { list.follow(live) }
    writer.noteUnread(reason)
    return live
  }

  /// Returns the live stack of `key`, up to date with the file; `nil` if there is none.
  ///
  /// Most calls find a live stack. They need no snapshot of the file, only a check whether another
  /// process has written to it.
  private func liveSession(
    of key: StackKey, codec: ObjectIdentifier
  ) throws(NavStore.Error) -> LiveStack? {
    do {
      guard let live = try writer.live.find(key, codec: codec) else { return nil }
      // A live stack with unsaved changes is used even if another process has written to the file.
      if live.hasUnsavedChanges, !writer.pending.withLock({ $0.isSuspended }) { return live }
      // If long work runs on the queue, don't wait for its end. The caller then restores the stack
      // over a second connection, or uses the live stack if another object retains it.
      if writer.canReadBeside {
        writer.live.forgetKept([live])
        return nil
      }
    }
    // `live` is out of scope, so the registry can release the live stack if it is out of date.
    return try writer.sync(onlyReads: true) { [writer] connection in
      try writer.loadUnread(on: connection)
      try writer.noteOtherProcesses(on: connection)
      // The stack may be out of date if another process has committed since it was last compared
      // with the file.
      writer.live.forgetKept(
        writer.live.kept.filter { $0.key == key && ($0.showsForgotten || $0.isBehind) })
      let live = try writer.live.find(key, codec: codec)
      if let live { writer.live.keep(live) }
      return live
    }
  }

  /// Saves a path. An app whose stack has a router doesn't call this.
  ///
  /// When the call returns, the stack, its back/forward list and its history are committed. Costs a
  /// comparison with the stack's current path, in O(depth), and a commit. A path that equals the
  /// current path writes nothing, unless that path was imported and isn't saved yet.
  ///
  /// - Parameters:
  ///   - path: The elements above the root screen, bottom first.
  ///   - scene: The scene of the window.
  ///   - stack: The name of the stack, or the empty string for the main one; at most 512 bytes.
  ///   - account: The account whose stack it is, or `nil` for signed-out use.
  /// - Throws: ``NavStore/Error``. With code `invalidArgument`, `codingFailed` or
  ///   `unsupportedRoute`, nothing is changed. With `fileUnusable`, `diskFull` or `busy`, the file
  ///   isn't changed, and a later commit writes this path if the stack was restored or saved before.
  public func save<Element: NavElement>(
    _ path: [Element], in scene: NavScene, stack: String = "", account: String? = nil
  ) throws(NavStore.Error) {
    let key = try StackKey(scene: scene.id, account: Key.account(account), name: stack)
    let codec = try codecs.codec(of: Element.self)
    let depthLimit = configuration.limits.stackDepth
    guard path.count <= depthLimit else {
      throw .tooDeep(limit: depthLimit)
    }
    if let session = try writer.live.find(key, codec: codec.identity),
      try save(path, in: session, mayBeOld: true)
    {
      return
    }
    try withAccount(key.account) { account throws(NavStore.Error) in
      let load = load(key, codec: codec, policy: RestorePolicy<Element>())
      let session = try core(of: key, in: account, codec: codec, load)
      _ = try save(path, in: session, mayBeOld: false)
      if session.hasEnded { throw .accountErased }
    }
  }

  /// Saves a path in a live stack.
  ///
  /// With `mayBeOld`, the stack may differ from the file. Then returns `false`, with nothing
  /// changed, if another process has written since the stack was last compared with the file, or the
  /// path is unchanged.
  private func save<R: Equatable & Sendable>(
    _ routes: [R], in session: LiveStack, mayBeOld: Bool
  ) throws(NavStore.Error) -> Bool {
    let (path, isSame) = try session.prepare(routes)
    if mayBeOld, isSame { return false }
    do throws(NavStore.Error) {
      return try writer.sync { connection in
        if mayBeOld { return try writer.commit(on: connection) { session.take(path) } }
        session.take(path)
        try writer.commitPending(on: connection, endingTurns: false)
        return true
      }
    } catch {
      if error.reason == .closed { throw error }
      // Set the path of the live stack even if the save fails, so that the next save writes the
      // path.
      session.take(path)
      writer.didWaitInVain(error)
      writer.enroll(session, schedules: true)
      throw error
    }
  }

  /// Restores a path as it was saved, or returns the path in memory if a router has the stack.
  ///
  /// Blocks for one short read, and writes nothing. With the default policy, a route that can't be
  /// restored throws no error, and is listed in ``NavRestoration/failures``.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - scene: The scene of the window.
  ///   - stack: The name of the stack, or the empty string for the main one; at most 512 bytes.
  ///   - account: The account whose stack it is, or `nil` for signed-out use.
  ///   - expiresAfter: The time after the scene's last save at which the saved stack is skipped, so
  ///     that the stack starts at its root screen.
  ///   - policy: The policy for a stored route that can't be decoded.
  ///   - legacy: A path that the app saved before it used this library. The path is imported once.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `busy` or `closed`.
  public func restore<Element: NavElement>(
    _ type: Element.Type = Element.self, in scene: NavScene, stack: String = "",
    account: String? = nil, expiresAfter: NavAge? = nil,
    onUndecodable policy: NavUndecodablePolicy<Element> = .keepValidPrefix,
    migratingFrom legacy: NavLegacyState<Element>? = nil
  ) throws(NavStore.Error) -> NavRestoration<Element> {
    let policy = RestorePolicy(
      expiresAfter: expiresAfter, onUndecodable: policy, legacy: legacy)
    return try withAccount(try Key.account(account)) { account throws(NavStore.Error) in
      let key = try StackKey(scene: scene.id, account: account.key, name: stack)
      let codec = try codecs.codec(of: type)
      let load = load(key, codec: codec, policy: policy)
      return try core(of: key, in: account, codec: codec, imports: legacy != nil, load).session()
        .currentRestoration
    }
  }
}

extension LiveStack {
  /// Encodes the routes that are not bitwise equal to the stack's routes, for the next commit.
  /// Throws if a route can't be stored, except for a route that is never stored. `isSame` is `true`
  /// if `routes` is bitwise equal to the stack's path.
  fileprivate func prepare<R: Equatable & Sendable>(
    _ routes: [R]
  ) throws(NavStore.Error) -> (path: [ErasedRoute], isSame: Bool) {
    let old = withState { $0.stack.path }
    let path = old.replaced(by: routes)
    var isSame = path.count == old.count
    for index in path.indices where index >= old.count || path[index] !== old[index] {
      isSame = false
      path[index].encode(with: codec)
      if case .failure(let error) = path[index].form, error.reason != .notStored { throw error }
    }
    // Routes that the stack has aren't encoded here. A router may have put a route on the stack that
    // can't be stored.
    if isSame, let problem = withState({ $0.problem }) { throw problem }
    return (path, isSame)
  }

  /// Makes `path` the path of the stack. Doesn't schedule a commit, because the caller commits the
  /// change itself.
  fileprivate func take(_ path: [ErasedRoute]) {
    change(schedules: false) { $0.update(toBoxed: path) }
  }
}

extension NavStore.Session {
  /// Returns a session of a stack that is only in memory, for a router whose own stack could not be
  /// opened. `store` is an in-memory store for this stack alone.
  package static func detached(in store: NavStore) -> NavStore.Session<R> {
    let limit = store.configuration.limits.backForwardEntries
    return LiveStack(
      key: .detached, of: LiveAccount(""), codec: .inMemoryOnly(R.self),
      writer: store.writer,
      loaded: LoadedStack(stack: StackState(backForwardLimit: limit))
    ).session()
  }
}
