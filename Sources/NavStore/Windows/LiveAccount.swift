import NavStoreSQLite

/// An account in this process. The object is used from the first use of the account's key until
/// this process or another process erases the account.
///
/// All stacks, lists, values and windows of the account share this object. After the account was
/// erased, they work in memory and save nothing more. The next use of the key creates another
/// object, whose stacks, lists and values are saved. The signed-out account never ends: an erasure
/// only empties it.
package final class LiveAccount: Sendable {
  /// The account's key; empty for signed-out use.
  package let key: String
  private let state: Locked<State>

  private struct State: ~Copyable {
    var number: Int64?
    var problem: NavStore.Error?
  }

  /// - Parameter problem: The error of an invalid key, with which the account saves nothing from its
  ///   creation on.
  init(_ key: String, problem: NavStore.Error? = nil) {
    self.key = key
    state = Locked(State(problem: problem))
  }

  /// Whether the account was erased or has an invalid key, so that its stacks, lists and values
  /// work in memory only.
  package var hasEnded: Bool { state.withLock { $0.problem != nil } }

  /// Why the account saves nothing: it was erased, or its key is invalid. Otherwise, `nil`.
  package var problem: NavStore.Error? { state.withLock { $0.problem } }

  /// The number of the account's row in the file; `nil` if this process doesn't know it.
  ///
  /// A number of an account is never used twice. So if the row with this number is missing or has
  /// no key, another process has erased the account.
  var number: Int64? {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  /// Ends the account after its erasure. The signed-out account only loses its number.
  func end() {
    state.withLock { state in
      state.number = nil
      if !key.isEmpty { state.problem = .accountErased }
    }
  }
}

extension LiveObjects {
  /// Returns the account of a key. All callers get the same object while one of them retains it.
  func account(_ key: String) -> LiveAccount {
    withState { $0.accounts.insert(LiveAccount(key), for: ByteKey(key)) }
  }

  /// The accounts that are in use.
  var accounts: [LiveAccount] { withState { $0.accounts.objects } }
}

extension NavStore {
  /// Calls `body` with the account of a key. If `body` throws because another process has erased
  /// the account, calls `body` again with a new account of the same key.
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

  /// Returns the account that a key stands for at the time of the call; `nil` is signed-out use. If
  /// another process has erased the account, returns a new account of the same key.
  ///
  /// For an invalid key, logs a fault and returns an account that works in memory only.
  package func account(_ key: String?) -> LiveAccount {
    do throws(NavStore.Error) {
      let account = writer.live.account(try Key.account(key))
      guard let number = account.number else { return account }
      // If the file can't be read, the next save finds out whether the account was erased. While
      // the queue has long work, wait for it only if another process has erased the account.
      let isErased = try? writer.snapshot { connection, isBeside in
        try isBeside && !AccountTable(db: connection).hasKey(number)
      }
      if isErased == true { _ = try? writer.sync(onlyReads: true, writer.noteOtherProcesses) }
      return writer.live.account(account.key)
    } catch {
      ProblemLog.note(error.description, isFault: true)
      return LiveAccount(key ?? "", problem: error)
    }
  }
}

extension NavStore {
  /// Records that a window of a scene is used for an account.
  ///
  /// - Returns: Whether the previous use of the scene in this process was for another account.
  package func noteUse(ofScene scene: String, by account: LiveAccount) -> Bool {
    writer.live.withState { state in
      let last = state.sceneAccounts.updateValue(account.key, forKey: ByteKey(scene))
      return last.map { !$0.hasBytes(of: account.key) } ?? false
    }
  }
}

extension Writer {
  /// On the writer's queue: checks whether another process has committed since the last call. If
  /// so, the accounts that the process has erased end, and live objects are compared with the file
  /// before their next write.
  ///
  /// - Returns: The accounts that another process has erased.
  @discardableResult
  func noteOtherProcesses(on connection: Connection) throws -> [LiveAccount] {
    guard live.note(dataVersion: try connection.dataVersion) else { return [] }
    refreshMenus(on: connection, after: .routes)
    let erased = try live.accounts.filter { account in
      try account.number.map { try !AccountTable(db: connection).hasKey($0) } ?? false
    }
    if !erased.isEmpty { followErasure(of: erased.map(\.key)) }
    return erased
  }

  /// On the writer's queue: ends accounts that were erased. Their live stacks, values and lists
  /// become empty, and their unsaved changes are dropped.
  func followErasure(of accounts: [String]) {
    for account in accounts { follow(live.end(account), endOf: account) }
    maintenance.uncounted = nil
  }

  /// On the writer's queue: empties the live stacks, values and lists of an account that was
  /// erased.
  func follow(_ live: LiveObjects.OfAccount, endOf account: String) {
    dropValues { key, _ in key.account.hasBytes(of: account) }
    for stack in live.stacks { stack.didErase() }
    for value in live.values { value.note(.erased) }
    for list in live.lists { list.didErase(forgetsSelection: true) }
    // `didErase` has notified the observers of each stack. So notify only windows, because their
    // `problem` may have changed.
    notifyOfProblem([])
  }
}
