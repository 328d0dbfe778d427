/// Values of a session's scene that are one change with its stack (what is selected, and the stack
/// that shows it): written in one transaction, or neither.
extension StackState {
  /// Keeps a value under `name`; part of the turn.
  package mutating func setSceneValue(_ value: StoredValue, named name: String) {
    touch()
    pending.sceneValues[ByteKey(name)] = value
  }
}

extension NavStore.Session {
  /// A value as ``StackState/setSceneValue(_:named:)`` takes it. With `restartsStack`, the stack
  /// starts anew when the value is a route that is removed.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` or `codingFailed`.
  package func sceneValue(
    storing value: (any Encodable)?, named name: String, restartsStack: Bool = false
  ) throws(NavStore.Error) -> StoredValue {
    try Key.check(name, "scene value")
    return try writer.storing(value, restartsStack: restartsStack)
  }

  /// The value that the session's scene and account has under `name`; nil if it has none.
  ///
  /// - Throws: As ``NavStore/sceneValue(_:named:in:account:)``.
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
