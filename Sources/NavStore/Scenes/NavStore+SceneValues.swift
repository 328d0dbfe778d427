extension NavStore {
  /// Keeps a small value for a scene and account (the selected tab, the visible columns); `nil`
  /// removes it.
  ///
  /// The value is in the file when this returns. While ``NavStore/standard`` works in memory because
  /// its file can't be opened (``OpenReport/fallbackReason``), the value is in memory only, and
  /// ``flush()`` throws the reason.
  ///
  /// A value that is a ``NavRoute``, or an optional one, is removed when that route is removed or its
  /// item forgotten, and rewritten with it. A route that is never stored (``NavRoute/routeTraits``) is
  /// not kept. Values that only contain routes are left as they are, and so are those of types of the
  /// standard library and Foundation.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also over ``Limits/valueBytes``),
  ///   `codingFailed`, `fileUnusable`, `diskFull`, `busy` or `closed`; nothing is changed.
  package func setSceneValue(
    _ value: (some Encodable)?, named name: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) {
    try withAccount(try Key.account(account)) { account throws(NavStore.Error) in
      try setSceneValue(value, named: name, in: scene, of: account)
    }
  }

  /// Keeps a value of a window.
  ///
  /// - Throws: ``NavStore/Error`` also with code `closed` if the window's account has ended.
  package func setSceneValue(
    _ value: (some Encodable)?, named name: String, in scene: String, of account: LiveAccount
  ) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    let stored = try writer.storing(value)
    try writer.sync { connection in
      try connection.transaction {
        try writer.noteOtherProcesses(on: connection)
        guard !account.hasEnded else { throw NavStore.Error.accountErased }
        try SceneValueTable(db: connection).set(
          stored, named: name, scene: scene, account: account.key, at: writer.now)
      }
      if account.number == nil {
        account.number = try AccountTable(db: connection).find(account.key)
      }
      let key = SceneValueKey(scene: scene, account: account.key, name: name)
      writer.forgetValue(key)
      writer.provisional?.values[key] = stored
      writer.didCommit(visits: 0, on: connection)
    }
  }

  /// The value that a scene and account has under `name`; nil if it has none.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed` (if it is not a
  ///   `T`), `fileUnusable`, `busy` or `closed`.
  package func sceneValue<T: Decodable>(
    _ type: T.Type, named name: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) -> T? {
    let account = writer.live.account(try Key.account(account))
    return try sceneValue(type, named: name, in: scene, of: account)
  }

  /// The value of a window; `nil` also if the window's account has ended.
  package func sceneValue<T: Decodable>(
    _ type: T.Type, named name: String, in scene: String, of account: LiveAccount
  ) throws(NavStore.Error) -> T? {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    let key = SceneValueKey(scene: scene, account: account.key, name: name)
    let value = try writer.readSync { connection -> StoredValue? in
      guard !account.hasEnded else { return nil }
      if let pending = writer.pendingValue(key) { return pending }
      if account.number == nil {
        account.number = try AccountTable(db: connection).find(account.key)
      }
      return try SceneValueTable(db: connection)
        .value(named: name, scene: scene, account: account.key).map(StoredValue.json)
    }
    return try value?.decoded(as: type) ?? nil
  }
}
