/// A column of a split view.
package enum NavColumn: String, Codable, Hashable, Sendable {
  /// The leading column.
  case sidebar

  /// The middle of three columns.
  case content

  /// The column with the stack.
  case detail
}
