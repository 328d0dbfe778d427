/// The key of a stack: its scene, account and name.
///
/// A class, because each entry of a window's back/forward list holds a key, and copying three
/// strings is expensive.
final class StackKey: Hashable, Sendable {
  let scene: String
  let account: String
  let name: String

  /// - Parameter account: The valid key of an account, or the empty string for signed-out use.
  init(scene: String, account: String, name: String) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(name, "stack", mayBeEmpty: true)
    self.scene = scene
    self.account = account
    self.name = name
  }

  /// Makes the key of the unnamed stack of a window. Also the key of the window.
  init(unchecked scene: String, _ account: String) {
    self.scene = scene
    self.account = account
    name = ""
  }
}

/// Keys are equal if their bytes are equal, because SQLite compares bytes. Swift's `==` of strings
/// treats two Unicode encodings of an accented letter as equal.
extension StackKey {
  static func == (a: StackKey, b: StackKey) -> Bool {
    a === b
      || a.scene.hasBytes(of: b.scene) && a.account.hasBytes(of: b.account)
        && a.name.hasBytes(of: b.name)
  }

  // Few keys differ only in their accounts.
  func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: scene)
    hasher.combine(bytesOf: name)
  }
}

extension StackKey {
  /// The key of the unnamed stack of the same scene and account.
  var unnamed: StackKey { StackKey(unchecked: scene, account) }

  /// The key of a stack that is in memory only, for a router whose own stack could not be opened.
  static let detached = StackKey(unchecked: "detached", "")
}

/// The rules for keys of scenes, accounts and stacks.
package enum Key {
  /// Returns the key of an account in its stored form, which is empty for signed-out use.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` for an empty or too long key. Pass
  ///   `nil`, and not an empty key, for signed-out use.
  package static func account(_ account: String?) throws(NavStore.Error) -> String {
    guard let account else { return "" }
    try check(account, "account")
    return account
  }

  package static func check(
    _ key: String, _ what: StaticString, mayBeEmpty: Bool = false
  ) throws(NavStore.Error) {
    guard mayBeEmpty || !key.isEmpty else {
      throw .invalid("The \(what) key is empty. Use 1 to \(NavStore.Limits.keyBytes) bytes.")
    }
    guard key.utf8.count <= NavStore.Limits.keyBytes else {
      throw .invalid(
        "The \(what) key has \(key.utf8.count) bytes; the limit is \(NavStore.Limits.keyBytes). Shorten it."
      )
    }
  }
}
