extension NavHistory {
  /// Returns the screens that were pushed on the top screen of a stack and can't be reached with
  /// Forward, the most recent first. If several visits have the same route, only the last of them
  /// is returned.
  ///
  /// - Throws: ``NavStore/Error`` with code `unsupportedRoute`, `fileUnusable`, `busy`, `cancelled`
  ///   or `closed`.
  package func branches(
    from session: NavStore.Session<Element>
  ) async throws(NavStore.Error) -> [NavVisit<Element>] {
    let codec = try codec
    guard store.configuration.recordsHistory else { return [] }
    return try await store.writer.read { connection in
      let (top, stack, listed) = session.withState { state in
        let stack = state.stack.settled
        let listed = stack.list.entries.flatMap { $0.chain + [$0] }
        return (stack.tip.id, state.stored.row?.id, Set(listed.map(\.id)))
      }
      guard let stack, top >= 0 else { return [] }
      let table = VisitTable(db: connection)
      let ids = try table.branches(of: top, inStack: stack)
      let rows = try table.visits(ids.filter { !listed.contains($0) })
      var shown: Set<Element> = []
      return codec.visits(rows).filter { shown.insert($0.route).inserted }
    }
  }
}
