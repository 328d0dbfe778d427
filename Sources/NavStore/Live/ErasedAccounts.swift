/// Which accounts were erased in this process, so that no live object brings one back.
///
/// Every live object of an account notes the moment at which it was made. Those that were made
/// before their account left with all it had work in memory from then on; those that an erasure
/// only emptied go on.
final class ErasedAccounts: Sendable {
  private let state = Locked(State())

  private struct State {
    /// By the bytes of the account's key.
    var erasures: [[UInt8]: Erasure] = [:]

    /// How often another file took the place of the one before.
    var files = 0
  }

  private struct Erasure {
    var count = 0

    /// The moment before which objects were made that no longer save; 0 for none.
    var leftAt = 0
  }

  /// Counts departures, in all stores of the process.
  private static let clock = Locked(0)

  /// What an object that is made now notes.
  static var now: Int { clock.withLock { $0 } }

  /// A moment after all that were noted by now.
  static func nextMoment() -> Int {
    clock.withLock { moment in
      moment += 1
      return moment
    }
  }

  /// Notes an erasure; with a moment, the account left then.
  func note(_ account: String, leftAt moment: Int?) {
    state.withLock { state in
      var erasure = state.erasures[Array(account.utf8)] ?? Erasure()
      erasure.count += 1
      if let moment { erasure.leftAt = max(erasure.leftAt, moment) }
      state.erasures[Array(account.utf8)] = erasure
    }
  }

  /// Another file is used from now on: what faces have read of any account is to be read again.
  func noteOtherFile() { state.withLock { $0.files += 1 } }

  /// Whether the account left after `moment`.
  func hasLeft(_ account: String, since moment: Int) -> Bool {
    state.withLock { state in
      guard !state.erasures.isEmpty else { return false }
      return state.erasures[Array(account.utf8)].map { moment < $0.leftAt } ?? false
    }
  }

  /// How often the account was erased, or another file came: what was read before is no more.
  func count(of account: String) -> Int {
    state.withLock { state in
      guard !state.erasures.isEmpty else { return state.files }
      return state.files + (state.erasures[Array(account.utf8)]?.count ?? 0)
    }
  }
}

/// What a face is of: its account, from the moment on at which the face was made.
package struct AccountStay: Sendable {
  package let account: String
  fileprivate let since = ErasedAccounts.now

  package init(_ account: String) {
    self.account = account
  }
}

extension NavStore {
  /// Whether the account was erased as a whole since: what is of that stay works in memory only.
  package func hasEnded(_ stay: AccountStay) -> Bool {
    writer.erasedAccounts.hasLeft(stay.account, since: stay.since)
  }

  /// How often the account was erased in this process: what was read of it before is no more.
  package func erasures(of stay: AccountStay) -> Int {
    writer.erasedAccounts.count(of: stay.account)
  }
}

extension AccountStay {
  /// Whether the account was erased as a whole since.
  func hasEnded(in writer: Writer) -> Bool {
    writer.erasedAccounts.hasLeft(account, since: since)
  }
}
