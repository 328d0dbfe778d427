import Dispatch
import NavStoreSQLite

// Values of items wait here until an idle moment, until their screen is left, or for a flush. They
// are shared by all sessions of the store, and written in a transaction of their own.
extension Writer {
  /// Takes a value over that before it of the same key. False if there will be no more saves.
  func enroll(_ value: PendingItemValue, for key: ItemValueKey) -> Bool {
    var (isFirstLate, mustSchedule) = (false, false)
    // What it takes the place of goes outside the lock: that may be the last to hold a session.
    var before: PendingItemValue?
    let isTaken = pending.withLock { pending in
      guard !pending.isClosed else {
        isFirstLate = pending.noteLateChange()
        return false
      }
      guard !value.session.hasEnded else { return false }
      before = pending.itemValues.updateValue(value, forKey: key)
      mustSchedule = !pending.isItemWriteScheduled
      pending.isItemWriteScheduled = true
      return true
    }
    withExtendedLifetime(before) {}
    if isFirstLate { noteLateChange() }
    if mustSchedule { scheduleItemWrite(afterMilliseconds: configuration.idleMilliseconds) }
    return isTaken
  }

  private func scheduleItemWrite(afterMilliseconds delay: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      self?.itemWriteDue()
    }
  }

  // On the queue from here on.

  /// The moment that values wait for, unless something was committed meanwhile: then it is the next
  /// idle one.
  private func itemWriteDue() {
    let isNeeded = pending.withLock { pending in
      pending.isItemWriteScheduled = false
      return !pending.itemValues.isEmpty
    }
    guard isNeeded, !isClosed else { return }
    do throws(NavStore.Error) {
      _ = try open()
    } catch {
      didFailToSave(error)
      pending.withLock { $0.isItemWriteScheduled = true }
      return scheduleItemWrite(afterMilliseconds: retries.nextDelay())
    }
    if !maintenance.isScheduled { idleCheck() }
  }

  /// Whether values wait.
  var hasItemValues: Bool { pending.withLock { !$0.itemValues.isEmpty } }

  /// All that waits, values of items too, turns that are still open included.
  func commitAll(on connection: Connection) throws {
    try commitPending(on: connection, endingTurns: true)
    if try writeItemValues(on: connection) { didCommit(visits: 0, on: connection) }
  }

  /// So much is written in one step that nobody waits for.
  private static let bytesInStep = 131_072

  /// In an idle moment: writes what waits, or looks whether an account has too much. Nil if there
  /// is nothing of it to do.
  func itemStateStep(on connection: Connection) -> IdleWork.Step? {
    do {
      if try writeItemValues(bytes: Self.bytesInStep, on: connection) {
        checkpointIfDue(connection)
        return .more
      }
    } catch {
      let error = NavStore.Error(error)
      return .waiting(milliseconds: error.isLock ? 1_000 : retries.nextDelay())
    }
    guard var cap = maintenance.itemStateCap else { return nil }
    let table = ItemStateTable(db: connection)
    // If it fails, it is done after the next megabyte.
    let hasMore = (try? connection.transaction { try cap.advance(table) }) ?? false
    maintenance.itemStateCap = hasMore ? cap : nil
    checkpointIfDue(connection)
    return .more
  }

  /// After a commit: writes the values of screens that are not on top any more. In a step of its own,
  /// which whoever waits for the commit does not wait for.
  func writeItemValuesOfLeftScreens() {
    // An idle moment follows, and tries again.
    guard let connection = openConnection else { return }
    connection.beginWork(.short(configuration.limits))
    let isWritten = try? writeItemValues(
      ofLeftOnly: true, bytes: Self.bytesInStep, on: connection)
    if isWritten == true { didCommit(visits: 0, on: connection) }
  }

  /// Writes about so many bytes of what waits. False if nothing was written. What fails waits on.
  private func writeItemValues(
    ofLeftOnly: Bool = false, bytes: Int = .max, on connection: Connection
  ) throws -> Bool {
    // The file that is to come gets them.
    guard provisional == nil else { return false }
    let values = pending.withLock(\.itemValues)
    guard !values.isEmpty else { return false }
    var written: [(key: ItemValueKey, pending: PendingItemValue, visit: Int64)] = []
    var gone: [ItemValueKey: PendingItemValue] = [:]
    var left = bytes
    for (key, pending) in values where left > 0 {
      switch pending.session.standing(of: pending.node) {
      case .stored(let visit, let isLeft):
        guard isLeft || !ofLeftOnly else { continue }
        written.append((key, pending, visit))
        left -= pending.value.byteCount
      case .notYetStored: break
      case .gone: gone[key] = pending
      }
    }
    if !written.isEmpty {
      do {
        try write(written, on: connection)
      } catch {
        let error = NavStore.Error(error)
        if !error.isLock { didFailToSave(error) }
        throw error
      }
      didSave()
    }
    for (key, pending) in gone { pending.session.keepInMemory(pending, named: key.name) }
    remove(gone.merging(written.map { ($0.key, $0.pending) }) { first, _ in first })
    return !written.isEmpty
  }

  private func write(
    _ values: [(key: ItemValueKey, pending: PendingItemValue, visit: Int64)],
    on connection: Connection
  ) throws {
    var bytes = 0
    try connection.transaction {
      let (visits, table) = (VisitTable(db: connection), ItemStateTable(db: connection))
      for (key, pending, visit) in values {
        // Another process may have forgotten it.
        guard let item = try visits.visit(visit)?.item else { continue }
        try table.set(pending.value, named: key.name, ofItem: item, at: pending.changed)
        bytes += pending.value.byteCount
      }
    }
    maintenance.itemStateBytes += bytes
    guard maintenance.itemStateBytes >= ItemStateCap.interval else { return }
    (maintenance.itemStateBytes, maintenance.itemStateCap) = (0, ItemStateCap())
  }

  /// Lets go of values, but for what was set anew since.
  private func remove(_ values: [ItemValueKey: PendingItemValue]) {
    dropItemValues { key, pending in values[key]?.isSame(as: pending) == true }
  }

  /// Lets go of what waits of screens that were forgotten.
  func dropItemValuesOfForgotten() {
    guard hasItemValues else { return }
    remove(
      pending.withLock(\.itemValues).filter { _, pending in
        pending.session.withState { _ in pending.node.isForgotten }
      })
  }

  /// The store has moved over to its file, and nothing of its sessions is in that yet: a visit that
  /// has a number still was only in memory, and is no more.
  func dropItemValuesOfStored() {
    guard hasItemValues else { return }
    remove(
      pending.withLock(\.itemValues).filter { _, pending in
        pending.session.withState { _ in pending.node.id > 0 }
      })
    scheduleIdleCheck()
  }

  /// Lets go of values that wait. Their sessions may end with them, and do so outside the lock.
  func dropItemValues(where isGone: (ItemValueKey, PendingItemValue) -> Bool = { _, _ in true }) {
    let dropped = pending.withLock { pending in
      guard !pending.itemValues.isEmpty else { return [:] }
      let before = pending.itemValues
      pending.itemValues = before.filter { !isGone($0.key, $0.value) }
      return before
    }
    withExtendedLifetime(dropped) {}
  }
}

extension StoredValue {
  fileprivate var byteCount: Int {
    if case .json(let data) = self { data.count } else { 0 }
  }
}
