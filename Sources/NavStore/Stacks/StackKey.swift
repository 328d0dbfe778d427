/// Which stack: of a scene, for an account, by name.
///
/// A class: it stands in each entry of a window's list, and three strings are much to copy.
final class StackKey: Hashable, Sendable {
  let scene: String
  let account: String
  let name: String

  init(scene: String, account: String, name: String) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(account, "account", mayBeEmpty: true)
    try Key.check(name, "stack", mayBeEmpty: true)
    self.scene = scene
    self.account = account
    self.name = name
  }

  private init(unchecked scene: String, _ account: String) {
    self.scene = scene
    self.account = account
    name = ""
  }
}

/// Keys are the same if their bytes are: the file compares bytes, and Swift's `==` on strings
/// would take two ways to write an accent for one.
extension StackKey {
  static func == (a: StackKey, b: StackKey) -> Bool {
    a === b
      || a.scene.hasBytes(of: b.scene) && a.account.hasBytes(of: b.account)
        && a.name.hasBytes(of: b.name)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: scene)
    hasher.combine(bytesOf: account)
    hasher.combine(bytesOf: name)
  }
}

extension StackKey {
  /// The unnamed stack of the same scene and account.
  var unnamed: StackKey { StackKey(unchecked: scene, account) }

  /// Of a session that is nowhere in a file.
  static let detached = StackKey(unchecked: "detached", "")
}

/// The rule for all keys.
package enum Key {
  package static func check(
    _ key: String, _ what: StaticString, mayBeEmpty: Bool = false
  ) throws(NavStore.Error) {
    guard mayBeEmpty || !key.isEmpty else {
      throw NavStore.Error(.invalidKey, "The \(what) key is empty.")
    }
    guard key.utf8.count <= NavStore.Limits.keyBytes else {
      throw NavStore.Error(
        .invalidKey,
        "The \(what) key has \(key.utf8.count) bytes; the limit is \(NavStore.Limits.keyBytes).")
    }
  }
}
