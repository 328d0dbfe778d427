import CSQLite
import NavStorePlatform

/// Opens databases, in an order that is part of the design. Nothing is written to a file before it
/// is known to be ours, and a power cut can't roll a new file back to empty.
package enum Database {
  /// Opens the file at `path` for writing. If there is none and it `mayCreate`, creates the file.
  ///
  /// - Throws: ``FileMoved`` if the path names another file by now.
  package static func open(
    path: String, options: DatabaseOptions, mayCreate: Bool = true
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
      // Use one snapshot, because another connection may be creating the store at this moment.
      isNew = try connection.snapshot { try connection.isUnwritten(options: options) }
      guard try saysOurs || isNew || connection.isOurs(options) else {
        throw SQLiteError(SQLITE_NOTADB, on: nil)
      }
    } catch {
      // The file was renamed. An error in it, or in a WAL of its old name, is no fault of the file
      // now at the path. (SQLite finds the file by name to create a WAL: SQLITE_IOERR_FSTAT.)
      guard !connection.hasMoved else { throw FileMoved() }
      // Reading a foreign WAL database creates an empty WAL next to it. There is nothing to
      // checkpoint, so closing may delete the WAL.
      if !hadLog { try? connection.checkpointsOnClose() }
      throw error
    }
    // From its first read on, the connection keeps other processes from renaming a file with a WAL.
    // A file that was renamed before has another WAL than the one at the path.
    guard !connection.hasMoved else { throw FileMoved() }
    let mustSwitch = try isNew || !connection.hasWriteAheadLog
    if mustSwitch { try connection.apply(.synchronousExtra) }
    if isNew {
      try connection.apply(.pageSize)
      try connection.create(as: options.applicationID)
    }
    try connection.apply(.noMemoryMap)
    // If two connections switch a new file at once, one fails without a call of the handler.
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
    connection.limitSizes(rowBytes: options.rowBytes)
    try connection.setApplicationID(options.applicationID)
    try connection.applyCommonSettings()
    return connection
  }

  /// Opens any file without reading it, in order to lock it or to read its bytes.
  package static func openUnread(path: String, vfs: String?) throws -> Connection {
    try Connection(path: path, flags: SQLITE_OPEN_READWRITE, busyTimeoutMilliseconds: 0, vfs: vfs)
  }

  /// Opens a second connection, which only reads, alongside a connection that `open` made.
  package static func openReader(path: String, options: DatabaseOptions) throws -> Connection {
    let connection = try Connection(
      path: path, flags: SQLITE_OPEN_READWRITE,
      busyTimeoutMilliseconds: options.busyTimeoutMilliseconds, vfs: options.vfs)
    try connection.harden()
    connection.limitSizes(rowBytes: options.rowBytes)
    try connection.apply(.cellSizeCheck)
    try connection.apply(.noMemoryMap)
    try connection.ask(.temporaryStoreInMemory)
    try connection.apply(.queryOnly)
    return connection
  }
}

extension Connection {
  /// Prepares the connection to read as much as possible of a file that may be damaged. The
  /// connection has locked the file.
  ///
  /// Neither the file nor its WAL is changed or created. Text and blobs of more than `maxBytes` are
  /// refused.
  package func beginReadingDamaged(maxBytes: Int) throws {
    try harden()
    limitLength(bytes: maxBytes)
    try apply(.noMemoryMap)
    try ask(.temporaryStoreInMemory)
    try apply(.exclusiveLocking)
    try apply(.queryOnly)
    // These settings read a truncated file up to its end, and the valid part of a damaged schema.
    // The first read of such a schema fails, and later reads return the valid part.
    try configure(SQLITE_DBCONFIG_DEFENSIVE, named: "DEFENSIVE", to: false)
    try ask(.writableSchema)
    _ = try? once("SELECT count(*) FROM sqlite_schema") { _ in }
  }
}

extension Connection {
  /// The version of the file's schema. It is 0 before the first migration.
  package var userVersion: Int32 {
    get throws { Int32(truncatingIfNeeded: try once("PRAGMA user_version") { $0.int(0) } ?? 0) }
  }

  /// A number that changes when another connection has committed, never by this connection's
  /// commits.
  package var dataVersion: Int64 {
    get throws { try first("PRAGMA data_version") { $0.int(0) } ?? 0 }
  }

  /// Returns whether the file's own header has our application id, or the file is empty. This is
  /// checked because our WAL next to a foreign file would overwrite it.
  ///
  /// - Returns: `false` if the header doesn't decide it, but SQLite may read the file. A power cut
  ///   may have garbled the file while it was created or checkpointed. SQLite undoes the creation
  ///   or repeats the checkpoint.
  fileprivate func saysOurs(of path: String, options: DatabaseOptions) throws -> Bool {
    let bytes = try fileBytes(at: 0, count: FileHeader.byteCount)
    guard !bytes.isEmpty else { return true }
    if let found = FileHeader(bytes).applicationID {
      guard found == options.applicationID else { throw OpenRefusal.foreign(applicationID: found) }
      return true
    }
    // A garbled creation leaves at most one page, a garbled checkpoint whole sectors.
    let size = try fileSize
    if try size <= 4_096 && exists(path + "-journal") { return false }
    if try size % 512 == 0 && exists(path + "-wal") { return false }
    throw SQLiteError(SQLITE_NOTADB, on: nil)
  }

  /// Whether a file without our header is ours because its WAL has our application id and its
  /// schema is right. The file may then be only a part of the database, but not larger than it.
  fileprivate func isOurs(_ options: DatabaseOptions) throws -> Bool {
    if try logHasAllPages(of: options.applicationID) { return true }
    let pages = try once("PRAGMA page_count") { Int($0.int(0)) } ?? 0
    return try fileSize <= pages * 4_096
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

  /// Returns whether nothing has been stored in the file yet. Throws if the file isn't ours to
  /// write to.
  fileprivate func isUnwritten(options: DatabaseOptions) throws -> Bool {
    let found = Int32(truncatingIfNeeded: try once("PRAGMA application_id") { $0.int(0) } ?? 0)
    let version = try userVersion
    versionAtOpening = version
    if found == options.applicationID {
      guard version <= options.newestVersion else { throw OpenRefusal.newer(version: version) }
      // The limits apply only to a file with our application id, genuine or forged. A foreign file
      // may have any size and is only read.
      limitSizes(rowBytes: options.rowBytes)
      // No tables yet: the process that created the file was killed before its first migration.
      if try version == 0 && !hasTables { return true }
      try options.verify(self, version)
      return false
    }
    guard try found == 0 && version == 0 && !hasTables else {
      throw OpenRefusal.foreign(applicationID: found)
    }
    limitSizes(rowBytes: options.rowBytes)
    return true
  }

  private var hasTables: Bool {
    get throws { try once("SELECT count(*) FROM sqlite_schema") { $0.int(0) != 0 } ?? false }
  }

  /// Whether the file is already in WAL mode.
  fileprivate var hasWriteAheadLog: Bool {
    get throws { try once("PRAGMA journal_mode") { $0.text(0) } == Setting.writeAheadLog.value }
  }

  /// Writes the first page in one transaction, because a file that is left without our application
  /// id can't be recognized.
  fileprivate func create(as id: Int32) throws {
    do {
      try runScript("BEGIN")
      try setApplicationID(id)
      try runScript("COMMIT")
    } catch {
      try? runScript("ROLLBACK")
      throw error
    }
  }

  fileprivate func setApplicationID(_ id: Int32) throws {
    // A pragma takes no parameter. The value is our own number, never text.
    try runScript(Array("PRAGMA application_id = \(id)".utf8))
    let found = try once("PRAGMA application_id") { $0.int(0) }
    guard found == Int64(id) else {
      throw SettingRefused(
        setting: "application_id", wanted: "\(id)", found: found.map(String.init) ?? "nothing")
    }
  }

  /// Applies the settings that touch no file. Each makes SQLite prepare earlier statements again.
  fileprivate func applyFlags() throws {
    // Sets the flag without a statement, and still reads it back.
    try configure(SQLITE_DBCONFIG_ENABLE_FKEY, named: "foreign_keys", to: true)
    try apply(.cellSizeCheck)
  }

  fileprivate func applyCommonSettings() throws {
    try apply(.secureDelete)
    // Not read back, because SQLite returns the requested value in any case.
    try ask(.temporaryStoreInMemory)
  }
}
