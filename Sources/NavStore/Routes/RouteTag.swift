/// The stable name under which routes of a type are stored.
package enum RouteTag {
  /// Returns the tag that routes of a type are stored under.
  package static func of<R: NavRoute>(_ type: R.Type) -> String {
    R.coding.form.name ?? defaultTag(for: type)
  }

  /// Returns the name of a type without its module: `Auth.Route` for `MyApp.Auth.Route`.
  static func defaultTag(for type: Any.Type) -> String {
    // This is the name that `String(reflecting:)` returns, but without a mirror. A mirror takes 3 %
    // of the time to open a store and restore a stack.
    let name = _typeName(type, qualified: true)
    return isStable(name) ? withoutModule(name) : name
  }

  /// Returns `Auth.Route` for `MyApp.Auth.Route`. A name without a module is returned as it is.
  static func withoutModule(_ name: String) -> String {
    guard let dot = name.firstIndex(of: ".") else { return name }
    return String(name[name.index(after: dot)...])
  }

  /// Whether a name means the same type in the next build.
  ///
  /// In the name of a local or private type, Swift includes the address of its context, as in
  /// `(unknown context at $10a3f)`. In the name of a generic type, it includes the modules of the
  /// arguments, as in `List<Shop.Item>`.
  static func isStable(_ tag: String) -> Bool {
    !tag.isEmpty && !tag.utf8.contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "<") }
      && tag.utf8.count <= NavStore.Limits.keyBytes
  }
}
