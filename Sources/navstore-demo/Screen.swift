import NavStore

/// A screen of the demo. Its path is any text that begins with `/`.
struct Screen: NavRoute {
  let path: String

  /// Sets the stored name, so that renaming the type does not lose saved stacks.
  static var coding: NavCoding<Self> { .codable(name: "Screen") }
}
