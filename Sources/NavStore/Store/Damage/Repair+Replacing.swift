import NavStorePlatform
import NavStoreSQLite

// Replaces a damaged file by a draft with its readable part.
extension Repair {
  var draft: String { DamagedFile.draft(of: path) }

  /// Replaces the file by a draft with its readable part. Nothing changes if another process uses
  /// the file, because that process would continue to write to the old file.
  mutating func replace() throws(NavStore.Error) {
    // A missing file with a WAL counts as damaged.
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
      // The WAL is moved later, because a database without its WAL would be taken for the whole
      // store.
      Files.syncFolder(of: path)
      try didTake(.databaseMoved)
      try useDraft()
    } catch  where error.isRetriable {
      // The attempt did not end a process, so it is not counted. If the disk is full, the note is
      // removed, and the next sign of damage starts over.
      if Files.exists(path), (try? RepairNote(attempts: attempts).write(besides: path)) == nil {
        RepairNote.remove(besides: path)
      }
      throw error
    }
  }

  /// Moves the remaining files to the newest quarantined set, and the draft to the path.
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
    // The note is about the old file, so remove it before the draft is at the path.
    RepairNote.remove(besides: path)
    guard Files.move(draft, to: path) else { throw NavStore.Error(systemError: errno) }
    Files.syncFolder(of: path)
    try didTake(.draftMoved)
    quarantined = DamagedFile.suffixes.map { aside + $0 }.first(where: Files.exists)
    // Another process may have begun this repair. This process reports the losses.
    if salvage == nil { salvage = try? readQuarantined(aside) }
  }

  /// Whether SQLite can read a file without changing it. It deletes the WAL of an empty file, and
  /// it rolls back the transaction of a journal.
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
      throw NavStore.Error(.damaged, "The file is damaged and can't be quarantined.")
    }
  }

  /// Creates a fresh store with the readable part of the old one; an empty store if `old` is `nil`.
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

  /// Returns a connection with an exclusive lock; `nil` if the path names another file by now.
  private func lockedConnection() throws(NavStore.Error) -> Connection? {
    do {
      let connection = try Database.openUnread(path: path, vfs: configuration.vfs)
      guard try connection.lockFile(waitMilliseconds: configuration.busyTimeoutMilliseconds) else {
        throw NavStore.Error(
          .busy, "The file is damaged. It can't be quarantined while another process has it open.")
      }
      return connection.hasMoved ? nil : connection
    } catch {
      throw NavStore.Error(error)
    }
  }
}
