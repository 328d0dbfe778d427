import NavStorePlatform
import NavStoreSQLite

/// Legacy state that a stack imports if the stack was never saved.
struct Adoption: Sendable {
  /// The type of the stack's elements.
  let type: Any.Type

  /// The name of the import, which is in its claim.
  let name: String
  let beginsWithRoot: Bool

  /// The result of reading the source; `nil` if it was not read, because the store has the stack in
  /// its file or in memory. Also `nil` after the import.
  var old: OldStack?
  let value: OldValue

  /// Whether routes were imported.
  var hasRoutes = false
}

extension NavStore {
  /// Returns the legacy state for a stack; `nil` if there is no source. Doesn't read the source if
  /// the stack is known to be saved or in memory. Reading may run the app's code, so it runs on the
  /// calling thread.
  func adoption<R: NavElement>(
    from source: NavLegacyState<R>?, for key: StackKey, codec: RouteCodec
  ) -> Adoption? {
    guard let source else { return nil }
    let writer = writer
    let isNeeded = try? writer.snapshot { connection, _ in
      let isLive = try writer.live.find(key, codec: codec.identity) != nil
      return try !isLive && (StackTable(db: connection).find(key)?.revision ?? 0) == 0
    }
    return Adoption(
      type: R.self, name: source.claimName ?? key.name, beginsWithRoot: source.beginsWithRoot,
      old: isNeeded ?? true ? source.read(codec, ErasedRoute.box) : nil,
      value: OldValue(of: source, codec: codec, box: ErasedRoute.box))
  }

  /// Returns the window's value that is saved under `name`. If no value is saved, imports one from
  /// legacy state, unless another window or account has imported that state. The imported value is
  /// saved with the next change in its window. It is also saved when the restore of one of the
  /// window's stacks is confirmed: see ``RestoreAttempts``.
  package func sceneValue<T: Codable>(
    _ type: T.Type, named name: String, in scene: String, of account: LiveAccount,
    adopting source: NavLegacyState<T>?
  ) throws(NavStore.Error) -> T? {
    let saved = try sceneValue(type, named: name, in: scene, of: account)
    guard saved == nil, let source else { return saved }
    let codec = RouteCodec.inMemoryOnly(type)
    var old: T?
    let stack = source.read(codec) { value in
      old = value
      return ErasedRoute()
    }
    stack.salvaged(by: .keepValidPrefix).failures.noteLegacy(of: type)
    guard let value = old else { return nil }
    let json: [UInt8]
    let stored = try writer.storing(value)
    switch stored {
    case .json(let data), .bytes(let data), .route(let data, _, _): json = data
    case .removed: return nil
    }
    let key = PendingValueKey(.scene(ByteKey(scene)), account: account.key, name: name)
    let claim = AdoptionClaim(source: Fingerprint(of: json).value, name: name)
    let writer = writer
    let isTaken = try writer.sync(onlyReads: true) { connection in
      guard try writer.imports.take(claim, for: .value(key), in: connection, writer.live) else {
        return false
      }
      writer.imports.note(
        OldValue(of: source, codec: codec), as: name, of: .value(key), holding: stored)
      return true
    }
    return isTaken ? value : nil
  }
}

extension Writer {
  /// Imports legacy state into `loaded` if the stack was never saved. Reads the database, and
  /// doesn't write to it.
  func adopt(
    _ adoption: Adoption, into loaded: inout LoadedStack, of key: StackKey,
    policy: NavUndecodablePolicy<ErasedRoute>, in connection: Connection
  ) throws {
    var routes: [ErasedRoute] = []
    if !loaded.isSaved, let old = adoption.old {
      (routes, loaded.failures) = old.salvaged(by: policy)
      if !routes.isEmpty, let hash = old.hash,
        try !imports.take(
          AdoptionClaim(source: hash, name: adoption.name), for: .stack(key), in: connection, live)
      {
        // Another window or account has imported the legacy state.
        (routes, loaded.failures) = ([], [])
      }
    }
    loaded.adoption = adoption
    loaded.adoption?.old = nil
    loaded.adoption?.hasRoutes = !routes.isEmpty
    if !routes.isEmpty {
      let root = adoption.beginsWithRoot ? routes.removeFirst() : nil
      let isSkipped = attempts.skips(
        key, count: try SceneTable(db: connection).attempts(key.scene))
      loaded.skippedReason = isSkipped ? .crashedRepeatedly : nil
      loaded.stack = StackState(
        adopting: routes, root: root, isSkipped: isSkipped,
        backForwardLimit: configuration.limits.backForwardEntries)
    }
  }
}

extension LoadedStack {
  /// Whether the stack was saved. A row with revision 0 exists only because the root screen has a
  /// saved value.
  var isSaved: Bool { (stored.row?.revision ?? 0) > 0 }
}

extension StackState {
  /// Makes a stack from legacy state. Its back/forward list has one entry above the root screen, as
  /// if all routes had been pushed at once. Of the imported routes, only a root route is marked as
  /// an unsaved change. The nodes of the others become part of the first turn that changes the
  /// stack.
  init(
    adopting routes: [ErasedRoute], root rootRoute: ErasedRoute?, isSkipped: Bool,
    backForwardLimit: Int
  ) {
    let root = Node.root()
    var chain: [Node] = []
    for route in routes { chain.append(Node(route, on: chain.last ?? root, replaced: false)) }
    var list = BackForwardList(root: root, limit: backForwardLimit)
    if let tip = chain.last { list.push(tip) }
    if isSkipped, !chain.isEmpty { list.retreat(to: root, within: 1) }
    self.init(root: root, list: list, chain: isSkipped ? [] : chain)
    adoptedTop = isSkipped ? nil : chain.last
    guard let rootRoute, !isSkipped else { return }
    self.rootRoute = rootRoute
    (change.isRootDirty, change.isDirty) = (true, true)
  }
}

extension Writer {
  /// On the store's write queue: schedules the stacks and values that were imported from legacy
  /// state for saving, because the restores of their scenes were confirmed. The imports of a window
  /// that the app no longer uses are not saved.
  func keepAdopted(in scenes: [ByteKey]) {
    keepAdopted { scenes.contains(ByteKey($0.scene)) && live.isInUse($0) }
  }

  /// On the store's write queue, before a commit takes the pending changes: if a window has pending
  /// changes, adds its imported legacy state to them. The selection of a window and the stacks that
  /// belong to the selection are then saved together.
  func keepAdoptedOfChangedWindows() {
    guard !imports.areWritten else { return }
    let (sessions, values) = pending.withLock { ($0.sessions.elements, Array($0.values.keys)) }
    let changed = Set(sessions.map(\.key.unnamed) + values.map(\.window))
    keepAdopted(schedules: false, where: changed.contains)
  }

  private func keepAdopted(schedules: Bool = true, where isKept: (_ window: StackKey) -> Bool) {
    for owner in imports.unsavedOwners where isKept(owner.window) {
      switch owner {
      case .stack(let key): live.find(key)?.keepAdopted(schedules: schedules)
      case .value(let key):
        // A value that the app has set after the import is already scheduled for saving.
        guard let value = imports.takeHeldValue(of: owner), pendingValue(key) == nil else {
          continue
        }
        _ = enroll(
          PendingValue(value: value, changed: now), for: key, of: live.account(key.account))
      }
    }
  }
}

extension LiveObjects {
  /// Returns whether a window is in use. Its scene must not have been used later for another
  /// account, and it must have a live stack or value.
  func isInUse(_ window: StackKey) -> Bool {
    let (current, values) = withState {
      ($0.sceneAccounts[ByteKey(window.scene)], $0.values.objects)
    }
    guard current?.hasBytes(of: window.account) != false else { return false }
    return all.contains { $0.key.unnamed == window }
      || values.contains { StackKey(unchecked: $0.scene, $0.account) == window }
  }
}

extension LiveStack {
  /// Sets the stack to its root screen, because another window has imported the legacy state that
  /// the stack shows. Does nothing if the stack is saved or has changes to save.
  func dropAdopted() {
    apply { state in
      guard state.stored.row == nil, !state.isEnrolled, state.inFlight == nil else { return }
      state.stack.reset()
    }
  }

  /// Schedules an unchanged, unsaved stack that was imported from legacy state for saving. Saving
  /// it also keeps the legacy state from being imported again.
  func keepAdopted(schedules: Bool = true) {
    guard found.adoption?.hasRoutes == true, found.skippedReason == nil else { return }
    let isNew = withState { state in
      guard (state.stored.row?.revision ?? 0) == 0, !state.isEnrolled, state.inFlight == nil,
        !state.stack.isTurnOpen
      else { return false }
      state.stack.endTurn(at: 0)
      state.isEnrolled = true
      return true
    }
    if isNew { writer.enroll(self, schedules: schedules) }
  }
}
