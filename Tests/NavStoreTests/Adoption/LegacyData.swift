import Foundation

@testable import NavStore

extension NavLegacyState {
  /// Returns legacy state that is the JSON of an array of routes. `data` is `nil` if there is no
  /// legacy state.
  static func json(_ data: @autoclosure @escaping @Sendable () throws -> Data?) -> Self {
    json(in: OldBytes(read: data))
  }

  /// Returns legacy state that is the JSON of a `NavigationPath`.
  static func navigationPath(
    _ data: @autoclosure @escaping @Sendable () throws -> Data?,
    typeNames: [String: any NavRoute.Type] = [:]
  ) -> Self {
    navigationPath(in: OldBytes(read: data), typeNames: typeNames)
  }
}
