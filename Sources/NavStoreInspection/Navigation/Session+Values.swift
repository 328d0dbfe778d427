import NavStore
import NavStorePlatform

// Functions for the title and the values of the screen on top of the stack.

extension NavStore.Session {
  package func setTitle(_ title: String?) {
    let path = path
    if let top = path.last { setTitle(title, of: top, atDepth: path.count) }
  }

  /// - Throws: ``NavStore/Error`` with code `invalidArgument` or `codingFailed`.
  package func setVisitState(
    _ value: (any Encodable)?, named name: String
  ) throws(NavStore.Error) {
    let path = path
    try setVisitState(value, named: name, of: path.last, atDepth: path.count)
  }

  /// - Throws: ``NavStore/Error`` with code `codingFailed`, `fileUnusable`, `busy` or `closed`.
  package func visitState<T: Decodable>(
    _ type: T.Type, named name: String
  ) throws(NavStore.Error) -> T? {
    let path = path
    return try visitState(type, named: name, of: path.last, atDepth: path.count)
  }

  /// - Throws: ``NavStore/Error`` with code `invalidArgument` or `codingFailed`.
  package func setItemState(
    _ value: (any Encodable)?, named name: String
  ) throws(NavStore.Error) {
    let path = path
    try setItemState(value, named: name, of: path.last, atDepth: path.count)
  }

  /// - Throws: ``NavStore/Error`` with code `codingFailed`, `fileUnusable`, `busy` or `closed`.
  package func itemState<T: Decodable>(
    _ type: T.Type, named name: String
  ) throws(NavStore.Error) -> T? {
    let path = path
    return try itemState(type, named: name, of: path.last, atDepth: path.count)
  }
}

extension NavStore {
  /// Sets a value of a window, and commits it with all other pending changes.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `fileUnusable`,
  ///   `diskFull`, `busy` or `closed`.
  package func setSceneValue(
    _ value: (any Encodable)?, named name: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) {
    try keepSceneValue(value, named: name, in: scene, account: account)
    let writer = writer
    try writer.sync { try writer.commitPending(on: $0, endingTurns: false) }
  }

  /// Sets a value of a window in memory. The value is committed in the background.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` or `codingFailed`.
  package func keepSceneValue(
    _ value: (any Encodable)?, named name: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) {
    try withAccount(try Key.account(account)) { account throws(NavStore.Error) in
      try keepSceneValue(value, named: name, in: scene, of: account)
    }
  }

  /// Returns the value that a window has under `name`, or `nil` if there is no such value.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `fileUnusable`,
  ///   `busy` or `closed`.
  package func sceneValue<T: Decodable>(
    _ type: T.Type, named name: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) -> T? {
    try withAccount(try Key.account(account)) { account throws(NavStore.Error) in
      try sceneValue(type, named: name, in: scene, of: account)
    }
  }
}
