import NavStoreSQLite

/// An account as this process uses it, from its first use until this process or another one erases
/// the account.
///
/// The stacks, lists, values and windows of the account share the object. Once the account has
/// ended, they work in memory and save nothing more. The next use of its key creates another
/// object, which saves again. The signed-out account never ends; an erasure empties it.
package final class LiveAccount: Sendable {
  /// The account's key; empty for signed-out use.
  package let key: String
  private let state: Locked<State>

  private struct State {
    var number: Int64?
    var hasEnded: Bool
  }

  /// - Parameter hasEnded: Whether the account saves nothing from the start, because its key is invalid.
  init(_ key: String, hasEnded: Bool = false) {
    self.key = key
    state = Locked(State(hasEnded: hasEnded))
  }

  /// Whether everything of the account works in memory only.
  package var hasEnded: Bool { state.withLock(\.hasEnded) }

  /// The number of the account's row; `nil` while it is unknown.
  ///
  /// A number is never used twice, so a missing row, or a row without a key, means
  /// that another process has erased the account.
  var number: Int64? {
    get { state.withLock(\.number) }
    set { state.withLock { $0.number = newValue } }
  }

  /// Notes that the account was erased.
  func end() {
    state.withLock { state in
      state.number = nil
      if !key.isEmpty { state.hasEnded = true }
    }
  }
}

extension LiveObjects {
  /// Returns the account of a key, which is the same object while anything uses it.
  func account(_ key: String) -> LiveAccount {
    withState { $0.accounts.insert(LiveAccount(key), for: ByteKey(key)) }
  }

  /// The keys of the accounts that are in use.
  var accountKeys: [String] { withState { $0.accounts.objects }.map(\.key) }

  /// The accounts that are in use and have a row in the file.
  var numberedAccounts: [LiveAccount] {
    withState { $0.accounts.objects }.filter { $0.number != nil }
  }
}

extension NavStore {
  /// Calls `body` with the account of a key. If another process has erased that account, calls
  /// `body` again, because the key then belongs to another account.
  package func withAccount<T>(
    _ key: String, _ body: (LiveAccount) throws(NavStore.Error) -> T
  ) throws(NavStore.Error) -> T {
    do throws(NavStore.Error) {
      return try body(writer.live.account(key))
    } catch {
      guard error.reason == .accountErased else { throw error }
      return try body(writer.live.account(key))
    }
  }

  /// Returns the account of a key, for use from now on; `nil` is signed-out use.
  ///
  /// For an invalid key, logs a fault and returns an account that works in memory only.
  package func account(_ key: String?) -> LiveAccount {
    do throws(NavStore.Error) {
      let account = writer.live.account(try Key.account(key))
      guard let number = account.number else { return account }
      // If the file can't be read, the next save notices an erasure.
      try? writer.noteErasure(ofAccount: number)
      return writer.live.account(account.key)
    } catch {
      ProblemLog.note(error.description, isFault: true)
      return LiveAccount(key ?? "", hasEnded: true)
    }
  }
}

extension NavStore {
  /// Notes that a window of a scene is used for an account.
  ///
  /// - Returns: Whether the scene was last used for another account, in this process.
  package func noteUse(ofScene scene: String, by account: LiveAccount) -> Bool {
    writer.live.withState { state in
      let last = state.sceneAccounts.updateValue(account.key, forKey: ByteKey(scene))
      return last.map { !$0.hasBytes(of: account.key) } ?? false
    }
  }
}

extension Writer {
  /// On the queue: notes the file's latest commits. If another process has committed since the last
  /// call, the accounts that it has erased end, and live objects are compared with the file before
  /// they are next written.
  ///
  /// - Returns: The accounts that were erased.
  @discardableResult
  func noteOtherProcesses(on connection: Connection) throws -> [LiveAccount] {
    guard live.note(dataVersion: try connection.dataVersion) else { return [] }
    menuRows.withLock { $0.noteOtherProcess() }
    let erased = try live.numberedAccounts.filter { account in
      try account.number.map { try !AccountTable(db: connection).hasKey($0) } ?? false
    }
    if !erased.isEmpty { followErasure(of: erased.map(\.key)) }
    return erased
  }

  /// Ends an account if another process has erased it, because its key then belongs to another
  /// account.
  fileprivate func noteErasure(ofAccount number: Int64) throws(NavStore.Error) {
    let isUnnoted = try snapshot { connection, isBeside in
      try isBeside && !AccountTable(db: connection).hasKey(number)
    }
    if isUnnoted { try readOnQueue { _ = try noteOtherProcesses(on: $0) } }
  }

  /// On the queue: ends accounts that were erased. Their live objects show nothing, and their
  /// unsaved changes are dropped.
  func followErasure(of accounts: [String]) {
    for account in accounts { follow(live.end(account), endOf: account) }
    maintenance.uncounted = nil
  }

  /// On the queue: makes all live objects of an account show nothing.
  func follow(_ live: LiveObjects.OfAccount, endOf account: String) {
    dropValues(ofAccount: account)
    for stack in live.stacks { stack.didErase() }
    for value in live.values { value.didErase() }
    for list in live.lists { list.didErase(forgetsSelection: true) }
    // Stacks have notified their observers.
    notifyOfProblem([])
  }
}
