import NavStoreSQLite

extension NavHistory {
  /// Returns a value of a route's item, or `nil` if none is saved under that name.
  ///
  /// All screens of the item share the value, such as the cursor of a file or the position in a
  /// book. Costs one short read.
  ///
  /// - Parameters:
  ///   - type: The type that the value was saved as.
  ///   - name: The name of the value.
  ///   - route: Any route of the item.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `busy`, `cancelled` or `closed`. The code is `codingFailed` for a value that
  ///   can't be decoded as `type`.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, named name: String, of route: Element
  ) async throws(NavStore.Error) -> Value? {
    guard let key = try valueKey(named: name, of: route) else { return nil }
    let writer = store.writer
    let value = try await writer.read { try writer.value(key, in: $0) }
    return try value?.decoded(as: type) ?? nil
  }

  /// Returns the names of the values of a route's item, in alphabetical order.
  ///
  /// Costs one short read.
  ///
  /// - Throws: The errors of ``value(_:named:of:)``.
  public func valueNames(of route: Element) async throws(NavStore.Error) -> [String] {
    guard let key = try valueKey(named: "", of: route) else { return [] }
    let writer = store.writer
    return try await writer.read { try writer.valueNames(ofOwner: key, in: $0).sorted() }
  }

  /// Saves a small value with a route's item, which need not be on a screen.
  ///
  /// Returns when the value is saved.
  ///
  /// All screens that show the item have the value, including screens that are opened later. The
  /// value is erased with the item. An item has at most 64 values.
  ///
  /// - Parameters:
  ///   - value: The value, at most 64 KiB as JSON, or as raw bytes if it is `Data`. `nil` removes
  ///     the value.
  ///   - name: The name of the value, 1 to 512 bytes of UTF-8.
  ///   - route: Any route of the item.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `diskFull`, `busy`, `cancelled` or `closed`. If it throws, nothing is
  ///   changed. The code is `invalidArgument` for a route without an item in the history, and for
  ///   the 65th value.
  public func setValue(
    _ value: (any Encodable)?, named name: String, of route: Element
  ) async throws(NavStore.Error) {
    let value = try StoredValue(value, limit: store.configuration.limits.valueBytes)
    try Key.check(name, "value")
    guard let key = try valueKey(named: name, of: route) else {
      if value == .removed { return }
      throw .notInHistory
    }
    let writer = store.writer
    try await writer.perform(isLong: false) { db, _ in
      let pending = PendingValue(value: value, changed: writer.now)
      switch try ValueTable(db: db).set(pending, for: key) {
      case .written: writer.dropValues { other, _ in other == key }
      case .refused: throw NavStore.Error.tooManyValues
      case .noItem: if value != .removed { throw NavStore.Error.notInHistory }
      }
    }
  }

  /// Returns the key of a value, or `nil` for a route that has no item.
  private func valueKey(
    named name: String, of route: Element
  ) throws(NavStore.Error) -> PendingValueKey? {
    let account = try Key.account(account)
    guard let stored = try codec.stored(RouteBox(route)), stored.isInHistory else { return nil }
    return PendingValueKey(.item(ByteKey(stored.historyKey)), account: account, name: name)
  }
}
