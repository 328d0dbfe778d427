import NavStoreSQLite

/// The pending changes that one transaction writes.
///
/// Pass it `inout`, because copying it would be a large part of the cost of a commit. The runtime
/// would check each access to a property of a class.
struct Commit {
  let db: Connection
  var stacks: [(session: LiveStack, change: StackChange)] = []
  var lists: [(list: NavStore.WindowHistory, batch: NavStore.WindowHistory.Batch)] = []
  var values: [PendingValueKey: PendingValue] = [:]

  /// Whether changes of a live stack are missing, because the stack began a turn while it was
  /// compared with a commit of another process.
  var isIncomplete = false

  // MARK: While it is written

  /// The next free number for a visit; `nil` before the first number is needed.
  var nextNumber: Int64?
  var dates = VisitDates()

  /// The values whose items are not in the file.
  var valuesWithoutOwner: [(key: PendingValueKey, value: PendingValue)] = []

  /// Whether a value was not written because its owner has too many.
  var refusesValue = false

  init(on db: Connection) {
    self.db = db
  }

  var isEmpty: Bool { stacks.isEmpty && lists.isEmpty && values.isEmpty }

  /// The owners of the stacks and values in these changes. Each stack or value may have been
  /// imported from legacy state.
  var owners: [LegacyImports.Owner] {
    values.keys.map { .value($0) }
      + stacks.filter { $0.change.tips != nil }.map { .stack($0.session.key) }
  }
}
