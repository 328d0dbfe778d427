extension NavStore {
  /// Returns the names of a window's values, or no names if the window's account was erased or has
  /// an invalid key.
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

  /// Returns a value of a window. Returns `nil` if the window has no such value, or if its account
  /// was erased or has an invalid key.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed` (if the value is not
  ///   a `T`), `fileUnusable`, `busy` or `closed`.
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
