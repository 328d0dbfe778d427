import NavStore

extension NavRouter {
  /// All changes of the path, made by this router, by a Back button or by a removal.
  ///
  /// The first value is the first change after the iteration has begun, not the current path. Each
  /// call that changes the path is a change of its own, also within one turn. While the iterating
  /// task is busy, the last 100 changes are kept for it. Costs O(depth) for each change while the
  /// sequence is iterated.
  public var changes: NavUpdates<NavChange<Element>> { session.changes }

  /// Removes the elements of the stack that no longer exist, according to the app.
  ///
  /// ```swift
  /// await router.validate { path in
  ///   let missing = try await api.missing(among: path.compactMap(\.productID))
  ///   return Set(missing.map { .product(id: $0) })
  /// }
  /// ```
  ///
  /// The stack stays on screen while the closure `missing` runs. The elements are removed as by
  /// ``/NavStore/NavHistory/removeRoutes(where:then:)``, from all stacks and the history of the
  /// account. The closure isn't called for a stack at its root screen.
  ///
  /// - Parameters:
  ///   - deadline: The time limit of the closure. A later result is ignored.
  ///   - missing: Returns the elements that no longer exist.
  /// - Returns: `false` if the closure was too late or threw an error, or if its result could not
  ///   be saved. The stack doesn't change then.
  @discardableResult
  public func validate(
    within deadline: Duration = .seconds(2),
    _ missing: @escaping @MainActor (_ path: [Element]) async throws -> Set<Element>
  ) async -> Bool {
    await session.validate(within: deadline) { try await missing($0) }
  }
}
