import NavStore

// These calls navigate without a router, for the demo's replay, benchmarks and tests. Apps navigate
// with `NavRouter`.

extension NavStore {
  /// Returns the stack of a scene, which is restored on first use.
  ///
  /// - Parameters:
  ///   - type: The type of the stack's elements.
  ///   - scene: The key of the scene; 1 to 512 bytes of UTF-8.
  ///   - stack: The name of the stack; at most 512 bytes.
  ///   - account: The account that is signed in, or `nil` for signed-out use.
  ///   - policy: The restore policy, which has an effect only at the first use of the stack.
  ///   - source: Legacy state for a stack that was never saved.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `busy` or `closed`.
  package func session<R: NavElement>(
    of type: R.Type, in scene: String, stack: String = "", account: String? = nil,
    policy: RestorePolicy<R> = RestorePolicy(), adopting source: NavLegacyState<R>? = nil
  ) throws(NavStore.Error) -> Session<R> {
    var policy = policy
    policy.legacy = source ?? policy.legacy
    return try withAccount(try Key.account(account)) { account throws(NavStore.Error) in
      try session(of: type, in: scene, stack: stack, account: account, policy: policy)
    }
  }

  /// Returns the back/forward list over all stacks of a window, which is restored on first use.
  ///
  /// - Parameters:
  ///   - scene: The key of the scene; 1 to 512 bytes of UTF-8.
  ///   - account: The account, or `nil` for signed-out use.
  ///   - stack: The name of the stack that is selected if no list was saved.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `busy` or `closed`.
  package func window(
    in scene: String, account: String? = nil, selecting stack: String = ""
  ) throws(NavStore.Error) -> WindowHistory {
    try withAccount(try Key.account(account)) { account throws(NavStore.Error) in
      try window(in: scene, account: account, selecting: stack)
    }
  }
}

extension NavStore.WindowHistory {
  /// Selects a stack. Returns `false` if it is selected already.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `busy` or `closed`;
  ///   nothing is changed.
  @discardableResult
  package func select(_ name: String) throws(NavStore.Error) -> Bool {
    try select(name, endsTurn: true)
  }

  /// Goes to the previous entry of the window's back/forward list. Returns `false` if there is
  /// none.
  @discardableResult
  package func back() -> Bool { go(by: -1) }

  /// Goes to the next entry of the window's back/forward list. Returns `false` if there is none.
  @discardableResult
  package func forward() -> Bool { go(by: 1) }

  /// Goes forward by `offset` entries, or back if `offset` is negative. Returns `false` if the
  /// window's back/forward list has fewer entries in that direction.
  @discardableResult
  package func go(by offset: Int) -> Bool { go(by: offset, endsTurn: true) }

  /// Goes to the entry at `index`. Returns `false` if there is no such entry, or if it can't be
  /// read.
  @discardableResult
  package func go(to index: Int) -> Bool { go(to: index, endsTurn: true) }
}
