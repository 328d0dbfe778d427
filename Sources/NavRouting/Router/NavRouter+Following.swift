import NavStore

extension NavRouter {
  /// All changes of the path: by this router, by a Back button, by a removal.
  ///
  /// The first value is the first change after the iteration has begun, not the path as it is. The calls
  /// of one turn are changes of their own. While an iteration is busy, the last 100 changes wait. Costs
  /// O(depth) for each change while the sequence is iterated.
  public var changes: NavUpdates<NavChange<Element>> { session.changes }

  /// Asks the app which elements of the stack no longer exist, and removes them.
  ///
  /// ```swift
  /// await router.validate { path in
  ///   let missing = try await api.missing(among: path.compactMap(\.productID))
  ///   return Set(missing.map { .product(id: $0) })
  /// }
  /// ```
  ///
  /// The stack is on screen meanwhile. The elements are removed from this stack, as
  /// ``/NavStore/NavHistory/removeRoutes(where:then:)`` removes them from all stacks. The closure isn't
  /// called for a stack at its root screen.
  ///
  /// - Parameters:
  ///   - deadline: How long to wait for the closure. A later result is ignored.
  ///   - missing: Returns the elements that no longer exist.
  /// - Returns: `false` if the closure was too late or threw an error, or if its result could not be saved.
  ///   The stack is then as it was.
  @discardableResult
  public func validate(
    within deadline: Duration = .seconds(2),
    _ missing: @escaping @MainActor (_ path: [Element]) async throws -> Set<Element>
  ) async -> Bool {
    await session.validate(within: deadline) { try await .init(gone: missing($0)) }
  }
}
