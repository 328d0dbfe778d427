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
  /// The elements, bottom first.
  let elements: [(typeName: String, json: [UInt8])]

  /// `nil` if the JSON has another format.
  init?(_ json: [UInt8]) {
    guard let strings = JSONCoder().decode([String].self, from: json),
      strings.count.isMultiple(of: 2)
    else { return nil }
    elements = stride(from: 0, to: strings.count, by: 2).reversed().map {
      (strings[$0], Array(strings[$0 + 1].utf8))
    }
  }
}

/// Finds the tag of a route type, which is its name in the store, by its name in legacy state.
struct OldTypeNames: Sendable {
  private let tags: [String: String]

  /// Collects three names of each type: the name that Swift prints, that name without its module,
  /// and the mangled name. The names in `more` take precedence.
  init(_ types: [any NavRoute.Type], more: [String: any NavRoute.Type]) {
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
    self.tags = tags
  }

  /// Returns the tag for the name of a type in legacy state. An unknown name is returned without
  /// its module, because it may be a tag. If it isn't, decoding the route fails.
  func tag(for name: String) -> String {
    let short = RouteTag.withoutModule(name)
    return tags[name] ?? tags[short] ?? short
  }
}
