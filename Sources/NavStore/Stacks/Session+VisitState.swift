import Dispatch
import NavStorePlatform

extension NavStore.Session {
  /// Keeps a small value with the visit on top (a scroll anchor, a draft), or with the root screen;
  /// nil removes it.
  ///
  /// Kept in memory at once and written within half a second, or with the next change, so it may be
  /// set as often as the screen scrolls. It is erased with its visit. That of a screen that is not
  /// stored stays in memory until the screen goes.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also over
  ///   ``NavStore/Limits/valueBytes``) or `codingFailed`; nothing is changed.
  package func setVisitState(
    _ value: (any Encodable)?, named name: String
  ) throws(NavStore.Error) {
    try Key.check(name, "visit state")
    let stored = try StoredValue(value, limit: writer.configuration.limits.valueBytes)
    let mustEnroll = withState { state in
      state.stack.setValue(stored, named: name)
      defer { state.isEnrolled = true }
      return !state.isEnrolled
    }
    guard mustEnroll else { return }
    writer.enroll(core, schedules: false)
    writer.commitSoon()
  }

  /// The value that the visit on top has under `name`; nil if it has none.
  ///
  /// - Throws: ``NavStore/Error`` with code `codingFailed` if it is not a `T`, or as
  ///   ``NavStore/restore(_:in:stack:account:policy:adopting:)``.
  package func visitState<T: Decodable>(
    _ type: T.Type, named name: String
  ) throws(NavStore.Error) -> T? {
    if let unwritten = withState({ state in
      let top = state.stack.topNode()
      return state.stack.value(named: name, of: top)
    }) {
      return try unwritten.decoded(as: type)
    }
    let value = try writer.readSync { connection -> StoredValue? in
      let (tip, stack, isNew) = withState {
        ($0.stack.topNode().id, $0.known?.id, $0.stack.dropsRootValues)
      }
      guard let stack, tip >= 0, tip > 0 || !isNew else { return nil }
      return try ValueTable(db: connection).value(
        named: name, of: tip == 0 ? .rootScreen(ofStack: stack) : .visit(tip))
    }
    return try value?.decoded(as: type) ?? nil
  }
}

extension StackState {
  mutating func setValue(_ value: StoredValue, named name: String) {
    let top = topNode()
    // A value needs its visit in the file.
    if adoptedTop != nil, !isTurnOpen { endTurn(at: 0) }
    setValue(value, named: name, of: top)
  }

  /// The value that is in memory; nil: the file may have one.
  func value(named name: String, of node: Node) -> StoredValue? {
    unwrittenValue(ValueKey(node: node, name: name)) ?? node.unstoredValues[.ofVisit(name)]
  }
}

extension StoredValue {
  init(_ value: (any Encodable)?, limit: Int) throws(NavStore.Error) {
    guard let value else {
      self = .removed
      return
    }
    let bytes = value as? Data
    let data = if let bytes { bytes } else { try JSONCoder().encode(value) }
    guard data.count <= limit else {
      throw NavStore.Error(
        .invalidArgument,
        """
        A value takes \(data.count) bytes; the limit is \(limit). Store less, or raise limits.valueBytes.
        """)
    }
    self = bytes == nil ? .json(data) : .bytes(data)
  }

  func decoded<T: Decodable>(as type: T.Type) throws(NavStore.Error) -> T? {
    let decoded: T?
    switch self {
    case .json(let json), .route(let json, _, _): decoded = JSONCoder().decode(type, from: json)
    case .bytes(let data): decoded = data as? T
    case .removed: return nil
    }
    guard let value = decoded else {
      throw NavStore.Error(
        .codingFailed, "The stored value is not a \(type). Read it as the type that was stored.")
    }
    return value
  }
}

extension Writer {
  /// Commits what waits in half a second, so that many small values become one write. Nothing is to
  /// be done if an idle check comes before that: starting a timer wakes a thread, which costs the
  /// caller many times what the value does.
  func commitSoon() {
    let mustSchedule = pending.withLock { pending in
      defer { pending.isDueSoon = true }
      return !pending.isDueSoon
    }
    guard mustSchedule else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
      self?.commitDue()
    }
  }

  /// On the queue: the moment that values set meanwhile have waited for.
  func commitDue() {
    pending.withLock { $0.isDueSoon = false }
    commitScheduled()
  }
}
