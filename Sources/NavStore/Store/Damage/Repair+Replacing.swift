import NavStorePlatform
import NavStoreSQLite

// Replacing a damaged file by a draft: a fresh store with the readable part of the damaged file.
extension Repair {
  var draft: String { DamagedFile.draft(of: path) }

  /// Replaces the damaged file by a draft, which is a fresh store with the readable part of that
  /// file. Throws `busy` and changes nothing if another process uses the file, because that process
  /// would continue to write to the old file.
  mutating func replace() throws(NavStore.Error) {
    // A WAL without its database counts as damaged. Create an empty database, so that it can be
    // locked and moved.
    if !Files.exists(path) { try StoreFile.create(path) }
    let old = try NavStore.Error.wrapping {
      let old = try Database.openUnread(path: path, vfs: configuration.vfs)
      guard try old.lockFile(waitMilliseconds: configuration.busyTimeoutMilliseconds) else {
        throw NavStore.Error(
          .busy, "The file is damaged. It can't be quarantined while another process has it open.")
      }
      return old
    }
    defer { old.close() }
    // The file may have been renamed before it was locked.
    if old.hasMoved { return }
    let attempts = max(RepairNote.attempts(besides: path) ?? 0, RepairNote.checks)
    do throws(NavStore.Error) {
      try RepairNote.write(attempts + 1, besides: path)
      try makeDraft(from: attempts < RepairNote.salvages && isReadable(path) ? old : nil)
      try move("", to: DamagedFile.path(DamagedFile.nextNumber(besides: path), besides: path))
      // `useDraft` moves the WAL after the database's new name is on the disk. After a power
      // failure, a database at the path without its WAL would be taken for the whole store.
      Files.syncFolder(of: path)
      try useDraft()
    } catch  where error.isRetriable {
      // The attempt did not crash the process, so write the former number of attempts to the repair
      // note. If the note can't be written because the disk is full, remove it. After the next
      // report of damage, attempts are counted from 0.
      if Files.exists(path), (try? RepairNote.write(attempts, besides: path)) == nil {
        RepairNote.remove(besides: path)
      }
      throw error
    }
  }

  /// Moves the files next to the database, such as its WAL, to the newest quarantined set, and the
  /// draft to the path of the store.
  mutating func useDraft() throws(NavStore.Error) {
    let number = DamagedFile.nextNumber(besides: path) - 1
    let quarantinePath = DamagedFile.path(number, besides: path)
    for suffix in DamagedFile.suffixes.dropFirst() where Files.exists(path + suffix) {
      try move(suffix, to: quarantinePath)
    }
    Files.syncFolder(of: path)
    DamagedFile.deleteOldest(besides: path, inOwnFolder: configuration.renamesStrangers)
    // The repair note is about the old file, so remove it before the draft is at the path of the
    // store.
    RepairNote.remove(besides: path)
    guard Files.move(draft, to: path) else { throw NavStore.Error(systemError: errno) }
    Files.syncFolder(of: path)
    quarantined = DamagedFile.suffixes.map { quarantinePath + $0 }.first(where: Files.exists)
    // If another process began this repair and was killed, this process has no salvage. Read the
    // quarantined file, so that this process reports what could not be copied from it.
    if salvage == nil { salvage = try? readQuarantined(quarantinePath) }
  }

  /// Whether SQLite can read a file without changing it. SQLite would delete the WAL of an empty
  /// file, and roll back the transaction of a journal.
  private func isReadable(_ file: String) -> Bool {
    Files.size(file) > 1 && !Files.exists(file + "-journal")
  }

  private func readQuarantined(_ quarantinePath: String) throws -> Salvage? {
    guard isReadable(quarantinePath) else { return nil }
    let old = try Database.openUnread(path: quarantinePath, vfs: configuration.vfs)
    defer { old.close() }
    return try old.lockFile(waitMilliseconds: 0) ? Salvage(of: old, configuration) : nil
  }

  private func move(_ suffix: String, to quarantinePath: String) throws(NavStore.Error) {
    guard Files.move(path + suffix, to: quarantinePath + suffix) else {
      throw NavStore.Error(.damaged, "The file is damaged and can't be quarantined.")
    }
  }

  /// Creates the draft, a fresh store with the readable part of the damaged store; an empty store
  /// if `old` is `nil`.
  private mutating func makeDraft(from old: Connection?) throws(NavStore.Error) {
    let unfinished = draft + "-tmp"
    DamagedFile.deleteDrafts(of: path)
    try StoreFile.create(unfinished)
    let connection = try StoreFile.openExisting(unfinished, url: url, configuration: configuration)
      .connection
    connection.onDamage = nil
    defer { connection.close() }
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
    guard Files.move(unfinished, to: draft) else { throw NavStore.Error(systemError: errno) }
    Files.syncFolder(of: path)
  }
}
