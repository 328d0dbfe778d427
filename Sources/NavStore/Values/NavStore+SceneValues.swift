extension NavStore {
  /// Returns the names of a window's values, or no names if the window's account was erased or has
  /// an invalid key.
  package func sceneValueNames(
    in scene: String, of account: LiveAccount
  ) throws(NavStore.Error) -> [String] {
    let key = PendingValueKey(.scene(ByteKey(scene)), account: account.key, name: "")
    return try writer.readSync { connection in
      account.hasEnded ? [] : try writer.valueNames(ofOwner: key, in: connection)
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
    let key = PendingValueKey(.scene(ByteKey(scene)), account: account.key, name: name)
    if writer.waitsForFile { return try writer.pendingValue(key)?.decoded(as: type) ?? nil }
    let value = try writer.readSync { connection -> StoredValue? in
      guard !account.hasEnded else { return nil }
      if account.number == nil {
        account.number = try AccountTable(db: connection).find(account.key)
      }
      return try writer.value(key, in: connection)
    }
    return try value?.decoded(as: type) ?? nil
  }
}
