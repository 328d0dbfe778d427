import NavStore

/// A screen of the demo: any text that begins with `/`.
struct Screen: NavRoute {
  let path: String

  /// Given here, so that renaming the type loses nobody's stack.
  static var coding: NavCoding<Self> { .codable(name: "Screen") }
}
