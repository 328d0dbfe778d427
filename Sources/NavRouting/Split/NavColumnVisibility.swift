/// The visible columns of a split view.
package enum NavColumnVisibility: String, Codable, Hashable, Sendable {
  /// The system chooses the columns.
  case automatic

  /// All columns are visible.
  case all

  /// The content and the detail column of a split view with three columns.
  case doubleColumn

  /// Only the detail column.
  case detailOnly
}
