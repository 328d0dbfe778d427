// A value of a window that changes together with a stack, such as a selection that the stack shows.
// One transaction writes the value and the stack.
extension StackState {
  /// Sets a value of the stack's window as part of the stack's open turn.
  package mutating func setSceneValue(_ value: StoredValue, named name: String) {
    touch()
    pending.sceneValues[ByteKey(name)] = value
  }
}

extension NavStore.Session {
  /// Returns the stored form of a value, for ``StackState/setSceneValue(_:named:)``. If the value
  /// is a route, `restartsStack` is whether a removal of that route also empties the path of the
  /// stack.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` or `codingFailed`.
  package func sceneValue(
    storing value: (any Encodable)?, named name: String, restartsStack: Bool = false
  ) throws(NavStore.Error) -> StoredValue {
    try Key.check(name, "scene value")
    return try writer.storing(value, restartsStack: restartsStack)
  }

  /// Returns a value of the stack's window, or `nil` if the window has no such value.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `fileUnusable`,
  ///   `busy` or `closed`.
  package func sceneValue<T: Decodable>(
    _ type: T.Type, named name: String
  ) throws(NavStore.Error) -> T? {
    try Key.check(name, "scene value")
    if let unwritten = withState({ $0.stack.unwrittenSceneValue(ByteKey(name)) }) {
      return try unwritten.decoded(as: type)
    }
    guard !core.hasEnded else { return nil }
    let value = try writer.readSync { connection in
      try ValueTable(db: connection).value(
        PendingValueKey(.scene(key.scene), account: key.account, name: name))
    }
    return try value?.decoded(as: type) ?? nil
  }
}
