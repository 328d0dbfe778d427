/// The pending changes that one transaction writes.
///
/// Pass it `inout`, because copying it would be a large part of the cost of a commit. The runtime
/// would check each access to a property of a class.
struct PendingChanges {
  private(set) var stacks: [(session: LiveStack, change: StackChange)] = []
  var lists: [(list: NavStore.WindowHistory, batch: NavStore.WindowHistory.Batch)] = []
  private(set) var values: [PendingValueKey: PendingValue] = [:]

  /// The values whose items are not in the file.
  var valuesWithoutOwner: [(key: PendingValueKey, value: PendingValue)] = []

  /// Whether a value was not written because its owner has too many.
  var refusesValue = false

  /// Whether changes of a live stack are missing, because the stack began a turn while it was
  /// compared with a commit of another process.
  private(set) var isIncomplete = false

  /// Takes the changes of the live stacks `sessions`, and adds `values`. No turn may end during the
  /// call.
  mutating func take(
    _ sessions: [LiveStack], _ values: [PendingValueKey: PendingValue], at time: Int64
  ) {
    let before = stacks
    for (key, value) in values { self.values[key] = value }
    stacks = sessions.compactMap { session in session.take(at: time).map { (session, $0) } }
    isIncomplete = before.contains { old in !stacks.contains { $0.session === old.session } }
  }

  /// Drops the values of accounts that another process has erased.
  mutating func dropValues(of accounts: [LiveAccount]) {
    guard !accounts.isEmpty else { return }
    values = values.filter { value in
      !accounts.contains { $0.key.hasBytes(of: value.key.account) }
    }
  }

  /// Encodes the routes of the changes, which runs code of the app. Other threads may change stacks
  /// during the call.
  mutating func encode() {
    stacks.removeAll { !$0.session.encode($0.change) }
  }

  var isEmpty: Bool { stacks.isEmpty && lists.isEmpty && values.isEmpty }

  /// The owners of the stacks and values in these changes. Each stack or value may have been
  /// imported from legacy state.
  var owners: [LegacyImports.Owner] {
    values.keys.map { .value($0) }
      + stacks.filter { $0.change.tips != nil }.map { .stack($0.session.key) }
  }
}
