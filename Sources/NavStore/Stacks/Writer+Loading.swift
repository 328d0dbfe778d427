import NavStoreSQLite

extension Writer {
  /// Loads a stack from the file, or imports it from legacy state if it was never saved. With
  /// `adoption`, call it on the writer's queue.
  func load(
    _ key: StackKey, codec: RouteCodec, policy: NavStore.RestorePolicy<ErasedRoute>,
    adopting adoption: Adoption?, from connection: Connection
  ) throws -> LoadedStack {
    let loader = SessionLoader(db: connection, codec: codec, limits: configuration.limits)
    var loaded = try loader.load(
      key, policy: policy, now: now,
      skips: { attempts.skips(key, count: $0) })
    if let failure = failureFromDamage(of: key, isSaved: loaded.isSaved) {
      loaded.failures.append(failure)
      if case .fail = policy.onUndecodable { try NavStore.Error.refuse(loaded.failures) }
    }
    guard let adoption else { return loaded }
    try loader.adopt(
      adoption, into: &loaded, of: key, policy: policy.onUndecodable,
      isFree: { try takeOver($0, for: .stack(key), in: connection) },
      skips: { attempts.skips(key, count: $0) })
    let isWithOthers = try loaded.stored.row.map {
      try AdoptionTable(db: connection).isWithOthers(adoption.name, than: $0.account)
    }
    imports.note(loaded, of: key, isWithOthers: isWithOthers ?? false)
    return loaded
  }
}

extension Writer {
  /// Returns the failure to report for a stack that was lost with a damaged file. Returns `nil` if
  /// no file was damaged, or the stack was copied from the damaged file as a whole.
  private func failureFromDamage(of key: StackKey, isSaved: Bool) -> NavRestorationFailure? {
    report.withLock { report in
      report.failures[key] ?? (report.lacksStacks && !isSaved ? .damaged(at: 0) : nil)
    }
  }
}
