import NavStorePlatform
import NavStoreSQLite

// How a damaged file is replaced by a draft with what can be read of it.
extension Repair {
  var draft: String { DamagedFile.draft(of: path) }

  /// Replaces the file by a draft with what can be read of it. Nothing changes if another process uses the file: that one
  /// would go on to write to a file that no one reads.
  mutating func replace() throws(NavStore.Error) {
    // One that is missing is damaged if its log is there.
    if !Files.exists(path) { try StoreFile.create(path) }
    guard let old = try lockedConnection() else { return }
    defer { old.close() }
    try didTake(.locked)
    let attempts = max(RepairNote(besides: path)?.attempts ?? 0, RepairNote.checks)
    do throws(NavStore.Error) {
      try RepairNote(attempts: attempts + 1).write(besides: path)
      try didTake(.noted)
      try makeDraft(from: attempts < RepairNote.salvages && isReadable(path) ? old : nil)
      try didTake(.draftNamed)
      try move("", to: DamagedFile.path(DamagedFile.nextNumber(besides: path), besides: path))
      // Only then the log: a database without its log would be taken for the whole store.
      Files.syncFolder(of: path)
      try didTake(.databaseMoved)
      try useDraft()
    } catch  where error.isRetriable {
      // No process has died of it. On a full disk the note goes, and the next sign of damage asks again.
      if Files.exists(path), (try? RepairNote(attempts: attempts).write(besides: path)) == nil {
        RepairNote.remove(besides: path)
      }
      throw error
    }
  }

  /// Moves what is left of the old file to the newest quarantined set, and the draft to the path.
  mutating func useDraft() throws(NavStore.Error) {
    let number = DamagedFile.nextNumber(besides: path) - 1
    let aside = DamagedFile.path(number, besides: path)
    for suffix in DamagedFile.suffixes.dropFirst() where Files.exists(path + suffix) {
      try move(suffix, to: aside)
    }
    try didTake(.logMoved)
    Files.syncFolder(of: path)
    try didTake(.namesSynced)
    DamagedFile.deleteOldest(
      besides: path, sparing: number, inOwnFolder: configuration.renamesStrangers)
    try didTake(.oldSetsDeleted)
    // The note is about the old file. If it stayed until the draft is there, it would be about that.
    RepairNote.remove(besides: path)
    guard Files.move(draft, to: path) else { throw NavStore.Error(systemError: errno) }
    Files.syncFolder(of: path)
    try didTake(.draftMoved)
    quarantined = DamagedFile.suffixes.map { aside + $0 }.first(where: Files.exists)
    // Another process may have begun this: what is lost is reported by this one.
    if salvage == nil { salvage = try? readQuarantined(aside) }
  }

  /// Whether SQLite may look into a file without changing it. It deletes the log of an empty one, and undoes what a
  /// journal says.
  private func isReadable(_ file: String) -> Bool {
    (Files.size(file) ?? 0) > 1 && !Files.exists(file + "-journal")
  }

  private func readQuarantined(_ aside: String) throws -> Salvage? {
    guard isReadable(aside) else { return nil }
    let old = try Database.openUnread(path: aside, vfs: configuration.vfs)
    defer { old.close() }
    return try old.lockFile(waitMilliseconds: 0) ? Salvage(of: old, configuration) : nil
  }

  private func move(_ suffix: String, to aside: String) throws(NavStore.Error) {
    guard Files.move(path + suffix, to: aside + suffix) else {
      throw NavStore.Error(.damaged, "The file is damaged and cannot be set aside.")
    }
  }

  /// Makes a fresh store with what can be read of the old one; an empty store if `old` is `nil`.
  private mutating func makeDraft(from old: Connection?) throws(NavStore.Error) {
    let unfinished = draft + "-tmp"
    DamagedFile.deleteDrafts(of: path)
    try StoreFile.create(unfinished)
    let connection = try StoreFile.openExisting(unfinished, url: url, configuration: configuration)
      .connection
    connection.onDamage = nil
    defer { connection.close() }
    try didTake(.draftCreated)
    let salvage = old.map { Salvage(of: $0, configuration) } ?? Salvage()
    try NavStore.Error.wrapping {
      try connection.transaction { try salvage.write(to: connection) }
      try bringToDisk(connection)
    }
    self.salvage = salvage
    connection.close()
    guard Files.remove(unfinished + "-wal"), Files.remove(unfinished + "-shm") else {
      throw NavStore.Error(systemError: errno)
    }
    try didTake(.draftFilled)
    guard Files.move(unfinished, to: draft) else { throw NavStore.Error(systemError: errno) }
    Files.syncFolder(of: path)
  }

  /// A connection that has the file for itself; `nil` if the path names another file meanwhile.
  private func lockedConnection() throws(NavStore.Error) -> Connection? {
    do {
      let connection = try Database.openUnread(path: path, vfs: configuration.vfs)
      guard try connection.lockFile(waitMilliseconds: configuration.busyTimeoutMilliseconds) else {
        throw NavStore.Error(
          .busy, "The file is damaged, and can't be set aside while another process has it open.")
      }
      return connection.hasMoved ? nil : connection
    } catch {
      throw NavStore.Error(error)
    }
  }
}
