extension NavStore {
  /// Erases everything of an account: its history, stacks, lists and values, and the legacy values
  /// that its stacks were imported from.
  ///
  /// Returns when the bytes are erased from the file.
  ///
  /// The account's windows end, in every process: they show their root screens, work in memory, and
  /// set their `problem`. Another process notices the erasure when it next reads or writes the
  /// file. A window that is created for the same account after the erasure saves again.
  ///
  /// Costs one short transaction, about 50 µs of background work for each visit, and rewriting the
  /// file as for ``NavHistory/erase(_:)``.
  ///
  /// ```swift
  /// auth.user = nil
  /// try await store.eraseAccount(user)
  /// ```
  ///
  /// - Returns: The number of legacy values that could not be removed. Either this process has
  ///   named no ``NavLegacyState`` for them, or removing them failed.
  /// - Throws: The errors of ``NavHistory/erase(_:)``, and ``Error`` with code `invalidArgument`
  ///   for an empty or too long account. With code `eraseUnfinished`, queries find no data of the
  ///   account, and its bytes are erased when the store is idle. With any other code, nothing is
  ///   changed.
  @discardableResult
  public func eraseAccount(_ account: String) async throws(NavStore.Error) -> Int {
    try await eraseAll(of: Key.account(account))
  }

  /// Starts to erase an account like ``eraseAccount(_:)``, for an app whose sign-out is
  /// synchronous.
  ///
  /// Nothing of the account is saved from this call on. Doesn't block. A failure is reported by
  /// ``saveFailures`` and in the system log.
  public func startErasingAccount(_ account: String) {
    let call = writer.beginCall()
    if let account = try? Key.account(account) {
      let ended = writer.live.end(account)
      writer.queue.async { [writer] in writer.follow(ended, endOf: account) }
    }
    Task { [self] in
      defer { call.leave() }
      do throws(NavStore.Error) {
        try await eraseAccount(account)
      } catch {
        writer.failures.post(error)
        ProblemLog.note("An account could not be erased. \(error)")
      }
    }
  }

  /// Erases everything that was saved while no account was signed in.
  ///
  /// Windows without an account show their root screens, and save the changes that are made after
  /// the erasure.
  ///
  /// - Returns: The number of legacy values that could not be removed.
  /// - Throws: The errors of ``eraseAccount(_:)``.
  @discardableResult
  public func eraseSignedOut() async throws(NavStore.Error) -> Int {
    try await eraseAll(of: "")
  }

  /// Erases everything of every account, including signed-out use, all closed scenes, and
  /// quarantined files.
  ///
  /// The windows of accounts end, as for ``eraseAccount(_:)``. Windows without an account continue.
  ///
  /// - Returns: The number of legacy values that could not be removed.
  /// - Throws: The errors of ``eraseAccount(_:)``.
  @discardableResult
  public func eraseEverything() async throws(NavStore.Error) -> Int {
    try await eraseAll(of: nil)
  }

  /// Erases an account, or all accounts for `nil`. The empty key is signed-out use.
  @discardableResult
  func eraseAll(of account: String?) async throws(NavStore.Error) -> Int {
    let writer = writer
    let call = writer.beginCall()
    defer { call.leave() }
    try await writer.keepAdopted()
    let oldValuesLeft = try await writer.eraseAccounts(account).reduce(0) { left, imported in
      let removed = imported.values.filter { $0.erase() }.count
      return left + max(imported.count, imported.values.count) - removed
    }
    try await finishErasing()
    return oldValuesLeft
  }
}
