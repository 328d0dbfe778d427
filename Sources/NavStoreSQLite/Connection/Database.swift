import CSQLite
import NavStorePlatform

/// Opens databases. The order of the steps is part of the design. Nothing is written to a file
/// before it is known to be a store's. A power cut can't roll a new file back to empty.
package enum Database {
  /// Opens the file at `path` for writing. If there is no file and `mayCreate` is `true`, creates
  /// it.
  ///
  /// - Throws: ``OpenRefusal/moved`` if the file was renamed or replaced during the call.
  package static func open(
    path: String, options: DatabaseOptions, mayCreate: Bool = false
  ) throws -> (connection: Connection, isNew: Bool) {
    let connection = try Connection(
      path: path, flags: SQLITE_OPEN_READWRITE | (mayCreate ? SQLITE_OPEN_CREATE : 0),
      busyTimeoutMilliseconds: options.busyTimeoutMilliseconds, vfs: options.vfs)
    try connection.harden()
    try connection.applyFlags()
    connection.beginWork(options.openingLimit)
    // Check this before the first read, which reports CANTOPEN on a read-only volume.
    guard !connection.isReadOnly else { throw OpenRefusal.readOnly }
    let saysOurs = try connection.saysOurs(of: path, options: options)
    let hadLog = access(path + "-wal", F_OK) == 0
    let isNew: Bool
    do {
      // Use one snapshot for all reads, because another connection may be creating the store at the
      // same time.
      isNew = try connection.snapshot {
        try connection.isUnwritten(saysOurs: saysOurs, options: options)
      }
      // A file with a damaged header is a store if it has no bytes after its last page, because its
      // application id and schema were read through its WAL and found right.
      guard try saysOurs != false || isNew || connection.fileSize <= connection.pageCount * 4_096
      else {
        throw SQLiteError(SQLITE_NOTADB, on: nil)
      }
    } catch {
      // If the file was renamed, report only that. The error may come from the renamed file, or
      // from the WAL next to its old name, and isn't about the file at the path. SQLite finds the
      // file by name to create a WAL, so it may report SQLITE_IOERR_FSTAT.
      guard !connection.hasMoved else { throw OpenRefusal.moved }
      // Reading another application's WAL database creates an empty WAL next to it. The empty WAL
      // has nothing to checkpoint, so let SQLite delete it when the connection is closed.
      if !hadLog { try? connection.checkpointsOnClose() }
      throw error
    }
    // From its first read on, the connection holds a shared lock. While a connection holds it, no
    // process of the library renames a file with a WAL. If the file was renamed before that read,
    // its WAL is not the one at the path.
    guard !connection.hasMoved else { throw OpenRefusal.moved }
    let mustSwitch = isNew || !connection.hasWriteAheadLog
    if mustSwitch { try connection.apply(.synchronousExtra) }
    if isNew {
      try connection.apply(.pageSize)
      // Write the first page with the application id. After a kill, a file without the application
      // id could not be recognized as a store.
      try connection.setApplicationID(options.applicationID)
    }
    try connection.switchOffMemoryMap()
    // If two connections switch a new file to WAL mode at the same time, one fails with
    // `SQLITE_BUSY` without calling the busy handler.
    if mustSwitch {
      try connection.busyHandler.retrying { try connection.apply(.writeAheadLog) }
    }
    try connection.apply(options.durability)
    try connection.applyCommonSettings()
    return (connection, isNew)
  }

  /// Opens an in-memory database. It is deleted when its connection closes.
  package static func openInMemory(options: DatabaseOptions) throws -> Connection {
    let connection = try Connection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
      busyTimeoutMilliseconds: options.busyTimeoutMilliseconds, vfs: options.vfs)
    try connection.harden()
    try connection.applyFlags()
    connection.limitSizes()
    try connection.setApplicationID(options.applicationID)
    try connection.applyCommonSettings()
    return connection
  }

  /// Opens any file, even one that isn't a database, without reading it. The caller then locks the
  /// file, or reads its bytes.
  package static func openUnread(path: String, vfs: String?) throws -> Connection {
    try Connection(path: path, flags: SQLITE_OPEN_READWRITE, busyTimeoutMilliseconds: 0, vfs: vfs)
  }

  /// Opens a second connection, which only reads, alongside a connection that `open` made. It never
  /// waits for a lock.
  package static func openReader(path: String, options: DatabaseOptions) throws -> Connection {
    let connection = try openUnread(path: path, vfs: options.vfs)
    try connection.limitToReading()
    try connection.apply(.cellSizeCheck)
    return connection
  }
}

extension Connection {
  /// Prepares the connection to read as much as possible of a file that may be damaged. The
  /// connection must have locked the file.
  ///
  /// Neither the file nor its WAL is changed or created.
  package func beginReadingDamaged() throws {
    try limitToReading()
    try apply(.exclusiveLocking)
    // With the next two settings, SQLite reads a truncated file up to its end, and the valid part
    // of a damaged schema. The first read of a damaged schema fails, and later reads return the
    // valid part.
    try configure(SQLITE_DBCONFIG_DEFENSIVE, named: "DEFENSIVE", to: false)
    try runScript("PRAGMA writable_schema = ON")
    try? run("SELECT count(*) FROM sqlite_schema")
  }

  /// Applies the settings of a connection that writes nothing to the file.
  fileprivate func limitToReading() throws {
    try harden()
    limitSizes()
    try switchOffMemoryMap()
    try runScript(Setting.temporaryStoreInMemory.script)
    try apply(.queryOnly)
  }
}

extension Connection {
  /// The version of the file's schema. It is 0 before the first migration.
  package var userVersion: Int32 {
    get throws { Int32(truncatingIfNeeded: try first("PRAGMA user_version") { $0.int(0) } ?? 0) }
  }

  /// A number that changes when another connection has committed, never by this connection's
  /// commits.
  package var dataVersion: Int64 {
    get throws { try first("PRAGMA data_version") { $0.int(0) } ?? 0 }
  }

  /// Returns `true` if the header in the database file has the application id of stores, and `nil`
  /// if the file is empty. The WAL is not read, because the WAL of a store next to another
  /// application's file would overwrite that file.
  ///
  /// - Returns: `false` if the header is damaged, but SQLite may read the file. A power cut may
  ///   have garbled the file while it was created or checkpointed. When SQLite reads it, it undoes
  ///   the creation or repeats the checkpoint.
  fileprivate func saysOurs(of path: String, options: DatabaseOptions) throws -> Bool? {
    let bytes = try fileBytes(at: 0, count: FileHeader.byteCount)
    guard !bytes.isEmpty else { return nil }
    if let found = FileHeader.applicationID(bytes) {
      guard found == options.applicationID else { throw OpenRefusal.foreign(applicationID: found) }
      return true
    }
    // A power cut during the creation leaves at most one page, and a power cut during a checkpoint
    // leaves whole sectors.
    let size = try fileSize
    if try size <= 4_096 && exists(path + "-journal") { return false }
    if try size % 512 == 0 && exists(path + "-wal") { return false }
    throw SQLiteError(SQLITE_NOTADB, on: nil)
  }

  /// Returns whether a file exists, by the connection's own VFS.
  private func exists(_ path: String) throws -> Bool {
    var vfs: UnsafeMutablePointer<sqlite3_vfs>?
    let code = withUnsafeMutablePointer(to: &vfs) {
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFS_POINTER, $0)
    }
    var answer: Int32 = 0
    guard code == SQLITE_OK, let vfs,
      vfs.pointee.xAccess?(vfs, path, SQLITE_ACCESS_EXISTS, &answer) == SQLITE_OK
    else { return false }
    return answer != 0
  }

  /// Returns whether the file has no tables. Throws if the file belongs to another application or a
  /// later version of the library, or if its schema is not valid.
  fileprivate func isUnwritten(saysOurs: Bool?, options: DatabaseOptions) throws -> Bool {
    let found =
      saysOurs == true
      ? options.applicationID
      : Int32(truncatingIfNeeded: try first("PRAGMA application_id") { $0.int(0) } ?? 0)
    let version = try userVersion
    versionAtOpening = version
    if found == options.applicationID {
      guard version <= options.newestVersion else { throw OpenRefusal.newer(version: version) }
      // The limits of sizes apply only to a file with the application id of stores, genuine or
      // forged. Another application's file may have rows of any size, and is only read.
      limitSizes()
      // If there are no tables, the process that created the file was killed before its first
      // migration.
      if try version == 0 && !hasTables { return true }
      try options.verify(self, version)
      return false
    }
    guard try found == 0 && version == 0 && !hasTables else {
      throw OpenRefusal.foreign(applicationID: found)
    }
    limitSizes()
    return true
  }

  private var hasTables: Bool {
    get throws { try first("SELECT count(*) FROM sqlite_schema") { $0.int(0) != 0 } ?? false }
  }

  /// Whether the file is in WAL mode. The first read of such a file opens its WAL. In other modes,
  /// no journal is open outside of a transaction.
  fileprivate var hasWriteAheadLog: Bool { (try? logSize) != nil }

  fileprivate func setApplicationID(_ id: Int32) throws {
    // A pragma takes no bound parameter. The value is a number of the library, never text from
    // elsewhere. If the number can't be written, this throws.
    try runScript(Array("PRAGMA application_id = \(id)".utf8))
  }

  /// Applies the settings that neither read nor write the file. Each of them makes SQLite prepare
  /// the statements again that were prepared before it.
  fileprivate func applyFlags() throws {
    try checksForeignKeys(true)
    try apply(.cellSizeCheck)
  }

  fileprivate func applyCommonSettings() throws {
    if !SQLiteLibrary.overwritesDeleted { try apply(.secureDelete) }
    // Don't read `temp_store` back, because SQLite returns the requested value even if it uses
    // another one.
    try runScript(Setting.temporaryStoreInMemory.script)
  }
}
