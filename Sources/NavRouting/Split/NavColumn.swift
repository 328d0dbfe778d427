/// A column of a split view.
package enum NavColumn: String, Codable, Hashable, Sendable {
  /// The leading one.
  case sidebar

  /// The middle one, of three.
  case content

  /// The one with the stack.
  case detail
}
