/// The stable name of a route type.
package enum RouteTag {
  /// The tag that routes of a type are stored under.
  package static func of(_ type: any NavRoute.Type) -> String {
    func tag<R: NavRoute>(_ type: R.Type) -> String { R.coding.form.name ?? defaultTag(for: type) }
    return tag(type)
  }

  /// `Auth.Route` for `MyApp.Auth.Route`.
  static func defaultTag(for type: Any.Type) -> String {
    // What `String(reflecting:)` says of a type, without the mirror that it makes first: that is 3 %
    // of opening a store and restoring.
    let name = _typeName(type, qualified: true)
    guard let dot = name.firstIndex(of: "."), isStable(name) else { return name }
    return String(name[name.index(after: dot)...])
  }

  /// Whether a name means the same type in the next build.
  ///
  /// Swift writes the address of a context that has no name, as in `(unknown context at $10a3f)`,
  /// for local and private types, and the modules of a generic type's arguments, as in
  /// `List<Shop.Item>`.
  static func isStable(_ tag: String) -> Bool {
    !tag.isEmpty && !tag.utf8.contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "<") }
      && tag.utf8.count <= NavStore.Limits.keyBytes
  }
}
