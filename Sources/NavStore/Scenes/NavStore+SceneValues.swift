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
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also over ``Limits/valueBytes``, and for the
  ///   65th value), `codingFailed`, `fileUnusable`, `diskFull`, `busy` or `closed`; nothing is changed.
  package func setSceneValue(
    _ value: (any Encodable)?, named name: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) {
    try withAccount(try Key.account(account)) { account throws(NavStore.Error) in
      try setSceneValue(value, named: name, in: scene, of: account)
    }
  }

  /// Keeps a value of a window.
  ///
  /// - Throws: ``NavStore/Error`` also with code `closed` if the window's account has ended.
  package func setSceneValue(
    _ value: (any Encodable)?, named name: String, in scene: String, of account: LiveAccount
  ) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    let stored = try writer.storing(value)
    try writer.sync { connection in
      try connection.transaction {
        try writer.noteOtherProcesses(on: connection)
        guard !account.hasEnded else { throw NavStore.Error.accountErased }
        let isSet = try ValueTable(db: connection).set(
          stored, named: name, ofScene: scene, account: account.key, at: writer.now)
        guard isSet else { throw NavStore.Error.tooManyValues }
      }
      if account.number == nil {
        account.number = try AccountTable(db: connection).find(account.key)
      }
      let key = PendingValueKey(.scene(scene), account: account.key, name: name)
      writer.dropValues { other, _ in other == key }
      writer.provisional?.values[key] = PendingValue(stored, at: writer.now)
      writer.didCommit(visits: 0, on: connection)
    }
  }

  /// The names of a window's values; none if the window's account has ended.
  package func sceneValueNames(
    in scene: String, of account: LiveAccount
  ) throws(NavStore.Error) -> [String] {
    let key = PendingValueKey(.scene(scene), account: account.key, name: "")
    return try writer.readSync { connection in
      guard !account.hasEnded else { return [] }
      let table = ValueTable(db: connection)
      var names = Set(try table.owner(of: key).map(table.names)?.map(ByteKey.init) ?? [])
      for (name, isRemoved) in writer.pendingValues(ofOwner: key) {
        if isRemoved { names.remove(ByteKey(name)) } else { names.insert(ByteKey(name)) }
      }
      return names.map(\.text)
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
    let key = PendingValueKey(.scene(scene), account: account.key, name: name)
    let value = try writer.readSync { connection -> StoredValue? in
      guard !account.hasEnded else { return nil }
      if let pending = writer.pendingValue(key) { return pending }
      if account.number == nil {
        account.number = try AccountTable(db: connection).find(account.key)
      }
      return try ValueTable(db: connection).value(key)
    }
    return try value?.decoded(as: type) ?? nil
  }
}
