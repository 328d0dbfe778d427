import NavStorePlatform

/// The JSON of SwiftUI's `NavigationPath.CodableRepresentation`.
///
/// Apple doesn't document the format. As observed, it is a flat array of strings, in pairs of a
/// type's name and a value's JSON. The pairs are "in reverse order", with the top of the stack
/// first. Pushing "hello", 42, true and a `User` gives `["User", "{…}", "Swift.Bool", "true",
/// "Swift.Int", "42", "Swift.String", "\"hello\""]`.
///
/// Sources:
///
/// - Point-Free, "Reverse Engineering SwiftUI's NavigationPath Codability":
///   https://www.pointfree.co/blog/posts/78-reverse-engineering-swiftui-s-navigationpath-codability
/// - The same order in the decoded value's `remainingItemsReversed`:
///   https://forums.swift.org/t/58857/8
/// - Module-qualified names: https://github.com/johnpatrickmorgan/NavigationBackport/issues/2
struct NavigationPathJSON {
  /// The elements, bottom first, each with the tag of its type, which is the name of the type in the
  /// store. The tag of an unknown type is the type's name without its module, because that name may
  /// be a tag. If it isn't, decoding the route fails.
  let elements: [(tag: String, typeName: String, json: [UInt8])]

  /// Finds the tags of `types` by their names. The names in `more` take precedence. Returns `nil` if
  /// the JSON has another format.
  init?(_ json: [UInt8], of types: [any NavRoute.Type], more: [String: any NavRoute.Type] = [:]) {
    guard let strings = JSONCoder().decode([String].self, from: json),
      strings.count.isMultiple(of: 2)
    else { return nil }
    // The tags of types by three names of each type: the name that Swift prints, that name without
    // its module, and the mangled name.
    var tags: [String: String] = [:]
    for type in types {
      let printed = String(reflecting: type)
      // The mangled name is only compared with names in the legacy state. Looking up a type by such
      // a name would be unsafe, because `_typeByName` doesn't check its argument.
      for name in [printed, RouteTag.withoutModule(printed), _mangledTypeName(type)] {
        if let name { tags[name] = RouteTag.of(type) }
      }
    }
    for (name, type) in more { tags[name] = RouteTag.of(type) }
    elements = stride(from: 0, to: strings.count, by: 2).reversed().map { [tags] index in
      let (name, short) = (strings[index], RouteTag.withoutModule(strings[index]))
      return (tags[name] ?? tags[short] ?? short, name, Array(strings[index + 1].utf8))
    }
  }
}
