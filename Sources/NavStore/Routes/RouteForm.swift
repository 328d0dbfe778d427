/// The stored form of a route type, and its forms in older versions of the app.
package struct RouteForm: Sendable {
  /// The stored name; `nil` for the type's name with the types it is nested in, without its module.
  package var name: String?

  /// The names that the type was stored under before, the oldest first.
  package var formerNames: [String] = []

  /// The current name for each former name of a case.
  package var renaming: [String: String] = [:]
  package var version = 1
  package var upgrade: (@Sendable (_ json: inout NavJSON, _ version: Int) throws -> Void)?
}
