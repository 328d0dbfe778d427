/// Visits that live stacks have come to stand on again, out of the history, before the file says
/// so. Confined to the writer's queue.
///
/// Whoever deletes visits that nothing stands on makes its plan from the file. It must leave
/// `visits` alone, and drop a plan that was made at another `epoch`.
struct Reopenings {
  /// Grows with each.
  private(set) var epoch = 0
  private var bySession: [ObjectIdentifier: Set<Int64>] = [:]

  /// What uncommitted stacks stand on.
  var visits: Set<Int64> { bySession.values.reduce(into: []) { $0.formUnion($1) } }

  mutating func note(_ visits: [Int64], by session: AnyObject) {
    epoch += 1
    bySession[ObjectIdentifier(session), default: []].formUnion(visits)
  }

  /// What `session` stands on is in the file, or it has gone elsewhere.
  mutating func settle(_ session: AnyObject) {
    guard !bySession.isEmpty else { return }
    bySession[ObjectIdentifier(session)] = nil
  }
}

extension Writer {
  /// On the queue: a live stack stands on `visits` again.
  func noteReopening(on visits: [Int64], by session: AnyObject) {
    reopenings.note(visits, by: session)
  }
}
