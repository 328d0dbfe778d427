import Floors
import Foundation
import NavStore

extension Trip {
  /// Creates a store's file with the history, and with the stack that a trip's navigations change.
  static func file(
    _ name: String, _ history: LargeHistory, in workspace: Workspace
  ) async throws -> URL {
    let file = workspace.file(name)
    try await Trip(history).make(at: file, in: workspace)
    return file
  }

  /// Creates a file for a trip with `file(_:_:in:)`, and opens it as a store.
  static func store(
    _ name: String = "navstore.sqlite", _ history: LargeHistory = .small, in workspace: Workspace
  ) async throws -> NavStore {
    try NavStore(
      url: try await file(name, history, in: workspace), configuration: .unlimited)
  }

  /// Creates a file for a trip with `file(_:_:in:)`, and opens it in plain C.
  static func floor(
    _ history: LargeHistory = .small, in workspace: Workspace
  ) async throws -> NavigationFloor {
    try NavigationFloor(
      try await file("floor.sqlite", history, in: workspace), scene: scene)
  }

  /// Returns two sides that `contender` makes: NavStore at 1,000,000 visits, and the baseline with
  /// NavStore at 10,000 visits.
  static func sizes(
    in workspace: Workspace,
    _ contender: (NavStore, LargeHistory, Side) throws -> Contender
  ) async throws -> [Contender] {
    [
      try contender(try await store("large.sqlite", .large, in: workspace), .large, .navstore),
      try contender(try await store("small.sqlite", .small, in: workspace), .small, .baseline),
    ]
  }
}
