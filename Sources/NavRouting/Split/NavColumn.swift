/// A column of a split view.
package enum NavColumn: String, Codable, Hashable, Sendable {
  /// The leading column.
  case sidebar

  /// The middle column of a split view with three columns.
  case content

  /// The column with the stack of the selection.
  case detail
}
