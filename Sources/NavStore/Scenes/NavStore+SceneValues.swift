extension NavStore {
  /// Keeps a small value for a scene and account (the selected tab, the visible columns); `nil`
  /// removes it.
  ///
  /// The value is in the file when this returns. While ``NavStore/standard`` works in memory because
  /// its file can't be opened (``OpenReport/fallbackReason``), the value is in memory only, and
  /// ``flush()`` throws the reason.
  ///
  /// A value that is a ``Route``, or an optional one, is removed when that route is removed or its
  /// item forgotten, and rewritten with it. A route that is never stored (``Route/routeTraits``) is
  /// not kept. Values that only contain routes are left as they are, and so are those of types of the
  /// standard library and Foundation.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `valueTooLarge` (over
  ///   ``Limits/valueBytes``), `encodingFailed`, `busy`, `diskFull`, `inputOutput` or `closed`;
  ///   nothing is changed.
  public func setSceneValue(
    _ value: (some Encodable)?, named name: String, in scene: String, account: String = ""
  ) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    try Key.check(account, "account", mayBeEmpty: true)
    let stored = try writer.storing(value)
    try writer.sync { connection in
      try connection.transaction {
        try SceneValueTable(db: connection).set(
          stored, named: name, scene: scene, account: account, at: writer.now)
      }
      let key = SceneValueKey(scene: scene, account: account, name: name)
      writer.forgetValue(key)
      writer.provisional?.values[key] = stored
      writer.didCommit(visits: 0, on: connection)
    }
  }

  /// The value that a scene and account has under `name`; nil if it has none.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `decodingFailed` if it is not a `T`,
  ///   `busy`, `inputOutput` or `closed`.
  public func sceneValue<T: Decodable>(
    _ type: T.Type, named name: String, in scene: String, account: String = ""
  ) throws(NavStore.Error) -> T? {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    try Key.check(account, "account", mayBeEmpty: true)
    let value = try writer.readSync { connection -> StoredValue? in
      let key = SceneValueKey(scene: scene, account: account, name: name)
      if let pending = writer.pendingValue(key) { return pending }
      return try SceneValueTable(db: connection)
        .value(named: name, scene: scene, account: account).map(StoredValue.json)
    }
    return try value?.decoded(as: type) ?? nil
  }
}
