import NavStorePlatform

/// What `JSONEncoder` makes of SwiftUI's `NavigationPath.CodableRepresentation`.
///
/// Not documented by Apple; as observed: a flat array of strings, in pairs of a type's name and a
/// value's JSON, "in reverse order", which is the top of the stack first. Pushing "hello", 42, true
/// and a `User` gives
/// `["User", "{…}", "Swift.Bool", "true", "Swift.Int", "42", "Swift.String", "\"hello\""]`.
///
/// Sources: Point-Free, "Reverse Engineering SwiftUI's NavigationPath Codability",
/// https://www.pointfree.co/blog/posts/78-reverse-engineering-swiftui-s-navigationpath-codability;
/// the same order in the decoded value's `remainingItemsReversed`,
/// https://forums.swift.org/t/58857/8; module-qualified names,
/// https://github.com/johnpatrickmorgan/NavigationBackport/issues/2.
struct NavigationPathJSON {
  /// From the bottom of the stack up.
  let elements: [(typeName: String, json: Data)]

  /// Nil if the data is something else.
  init?(_ data: Data) {
    guard let strings = JSONCoder().decode([String].self, from: data),
      strings.count.isMultiple(of: 2)
    else { return nil }
    elements = stride(from: 0, to: strings.count, by: 2).reversed().map {
      (strings[$0], Data(strings[$0 + 1].utf8))
    }
  }
}

/// Finds the tags of route types by the names that others stored it under.
struct OldTypeNames: Sendable {
  private let tags: [String: String]

  /// The names of `types`, as Swift prints them, without their module, and mangled; and `more`,
  /// which come first.
  init(_ types: [any NavRoute.Type], more: [String: any NavRoute.Type]) {
    var tags: [String: String] = [:]
    for type in types {
      let printed = String(reflecting: type)
      // The mangled name is compared, never looked up: `_typeByName` trusts what it is given.
      for name in [printed, Self.withoutModule(printed), _mangledTypeName(type)] {
        if let name { tags[name] = RouteTag.of(type) }
      }
    }
    for (name, type) in more { tags[name] = RouteTag.of(type) }
    self.tags = tags
  }

  /// A name that is none of these may be a tag or an alias: whoever decodes finds out.
  func tag(for name: String) -> String {
    let short = Self.withoutModule(name)
    return tags[name] ?? tags[short] ?? short
  }

  /// `Auth.Route` for `MyApp.Auth.Route`; a single name stays.
  private static func withoutModule(_ name: String) -> String {
    guard let dot = name.firstIndex(of: ".") else { return name }
    return String(name[name.index(after: dot)...])
  }
}

/// The text of a JSON array, taken apart without decoding its elements.
enum JSONArray {
  /// The JSON of each element, without white space; nil if the data is not a JSON array.
  static func elements(of data: Data) -> [Data]? {
    // The decoder says whether it is sound JSON; what follows need not.
    guard JSONCoder().decode(Anything.self, from: data) != nil else { return nil }
    return data.withUnsafeBytes(JSONScanner.compact).withUnsafeBufferPointer { json in
      JSONScanner(json).elements?.map { Data(($0.value ?? "").utf8) }
    }
  }

  /// Decodes from any JSON.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }
}
