/// Which columns of a split view are visible.
package enum NavColumnVisibility: String, Codable, Hashable, Sendable {
  /// As the system thinks best.
  case automatic

  /// All of them.
  case all

  /// Content and detail, of three.
  case doubleColumn

  /// The detail alone.
  case detailOnly
}
