import CSQLite
import NavStorePlatform

/// Opening, in an order that is part of the design: nothing is written to a file before it is
/// known to be ours, and a new one cannot be rolled back to empty by a power cut.
package enum Database {
  /// Opens the file at `path` for writing, creating it if there is none and it `mayCreate`.
  ///
  /// Throws ``FileMoved`` if the path came to name another file meanwhile.
  package static func open(
    path: String, options: DatabaseOptions, mayCreate: Bool = true
  ) throws -> (connection: Connection, isNew: Bool) {
    let connection = try Connection(
      path: path, flags: SQLITE_OPEN_READWRITE | (mayCreate ? SQLITE_OPEN_CREATE : 0),
      busyTimeoutMilliseconds: options.busyTimeoutMilliseconds, vfs: options.vfs)
    try connection.harden()
    try connection.applyFlags()
    connection.beginWork(options.openingLimit)
    // Asked before the first read: on a read-only volume that read reports CANTOPEN.
    guard !connection.isReadOnly else { throw OpenRefusal.readOnly }
    let saysOurs = try connection.saysOurs(of: path, options: options)
    let hadLog = access(path + "-wal", F_OK) == 0
    let isNew: Bool
    do {
      // One snapshot: while these are read, another connection may be creating the store.
      isNew = try connection.snapshot { try connection.isUnwritten(options: options) }
      guard try saysOurs || isNew || connection.isOurs(options) else {
        throw SQLiteError(SQLITE_NOTADB, on: nil)
      }
    } catch {
      // Renamed meanwhile: what is wrong with it, or with a log of that name (SQLite looks for the
      // file by name to make one: SQLITE_IOERR_FSTAT), says nothing of the file that is at the path.
      guard !connection.hasMoved else { throw FileMoved() }
      // Looking at somebody's WAL database makes an empty log beside it. There is nothing in it
      // to checkpoint, so closing may tidy it away.
      if !hadLog { try? connection.checkpointsOnClose() }
      throw error
    }
    // From its first read on the connection keeps others from renaming a file with a log. One that
    // was renamed before goes with another log than the path's.
    guard !connection.hasMoved else { throw FileMoved() }
    let mustSwitch = try isNew || !connection.hasWriteAheadLog
    if mustSwitch { try connection.apply(.synchronousExtra) }
    if isNew {
      try connection.apply(.pageSize)
      try connection.create(as: options.applicationID)
    }
    try connection.apply(.noMemoryMap)
    // Of two that switch a new file at once, SQLite turns one away without asking the handler.
    if mustSwitch {
      try connection.busyHandler.retrying { try connection.apply(.writeAheadLog) }
    }
    try connection.apply(options.durability)
    try connection.applyCommonSettings()
    return (connection, isNew)
  }

  /// Opens a database that lives and dies with its connection.
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

  /// Opens a file without reading it: to lock it or look at its bytes, whatever it is.
  package static func openUnread(path: String, vfs: String?) throws -> Connection {
    try Connection(path: path, flags: SQLITE_OPEN_READWRITE, busyTimeoutMilliseconds: 0, vfs: vfs)
  }

  /// Opens a second connection that only reads, beside one that `open` made.
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
  /// Reads from now on what can be read of a file that may be damaged. The connection has locked it.
  ///
  /// Neither the file nor its log is changed, and none is created. Text and blobs of more than `maxBytes` are refused.
  package func beginReadingDamaged(maxBytes: Int) throws {
    try harden()
    limitLength(bytes: maxBytes)
    try apply(.noMemoryMap)
    try ask(.temporaryStoreInMemory)
    try apply(.exclusiveLocking)
    try apply(.queryOnly)
    // A file that was cut short is read as far as it goes, and a schema as far as it makes sense. The first look at
    // such a schema fails, and later ones take what there is.
    try configure(SQLITE_DBCONFIG_DEFENSIVE, named: "DEFENSIVE", to: false)
    try ask(.writableSchema)
    _ = try? once("SELECT count(*) FROM sqlite_schema") { _ in }
  }
}

extension Connection {
  /// The version of the file's schema; 0 before the first migration.
  package var userVersion: Int32 {
    get throws { Int32(truncatingIfNeeded: try once("PRAGMA user_version") { $0.int(0) } ?? 0) }
  }

  /// Changes when another connection has committed, never by what this one does.
  package var dataVersion: Int64 {
    get throws { try first("PRAGMA data_version") { $0.int(0) } ?? 0 }
  }

  /// Whether the file itself says that it is ours, or says nothing yet; a log of ours beside somebody
  /// else's file would write over it. False if SQLite may look all the same: the file may be a
  /// creation, or a checkpoint, that a power cut has garbled, which SQLite undoes or makes again.
  fileprivate func saysOurs(of path: String, options: DatabaseOptions) throws -> Bool {
    let bytes = try fileBytes(at: 0, count: FileHeader.byteCount)
    guard !bytes.isEmpty else { return true }
    if let found = FileHeader(bytes).applicationID {
      guard found == options.applicationID else { throw OpenRefusal.foreign(applicationID: found) }
      return true
    }
    // The one leaves no more than a page, the other whole sectors.
    let size = try fileSize
    if try size <= 4_096 && exists(path + "-journal") { return false }
    if try size % 512 == 0 && exists(path + "-wal") { return false }
    throw SQLiteError(SQLITE_NOTADB, on: nil)
  }

  /// Whether a file that doesn't say so is ours, because its log says so and its schema is right. The file may be part of
  /// the database then, but not larger.
  fileprivate func isOurs(_ options: DatabaseOptions) throws -> Bool {
    if try logHasAllPages(of: options.applicationID) { return true }
    let pages = try once("PRAGMA page_count") { Int($0.int(0)) } ?? 0
    return try fileSize <= pages * 4_096
  }

  /// By the connection's own VFS.
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

  /// Whether nothing has been stored in the file yet. Throws if it is not ours to write to.
  fileprivate func isUnwritten(options: DatabaseOptions) throws -> Bool {
    let found = Int32(truncatingIfNeeded: try once("PRAGMA application_id") { $0.int(0) } ?? 0)
    let version = try userVersion
    versionAtOpening = version
    if found == options.applicationID {
      guard version <= options.newestVersion else { throw OpenRefusal.newer(version: version) }
      // Ours or made to look so. Somebody else's may be of any size, and is only looked at.
      limitSizes(rowBytes: options.rowBytes)
      // No tables yet: the process that created it was killed before its first migration.
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

  /// Whether the file is in WAL mode already.
  fileprivate var hasWriteAheadLog: Bool {
    get throws { try once("PRAGMA journal_mode") { $0.text(0) } == Setting.writeAheadLog.value }
  }

  /// Writes the first page, in one transaction: a file that is left without our number is nobody's.
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
    // A pragma takes no `?`; the value is a number of ours, never text.
    try runScript(Array("PRAGMA application_id = \(id)".utf8))
    let found = try once("PRAGMA application_id") { $0.int(0) }
    guard found == Int64(id) else {
      throw SettingRefused(
        setting: "application_id", wanted: "\(id)", found: found.map(String.init) ?? "nothing")
    }
  }

  /// What touches no file, and makes SQLite prepare anew whatever was prepared before.
  fileprivate func applyFlags() throws {
    // Without a statement, and read back all the same.
    try configure(SQLITE_DBCONFIG_ENABLE_FKEY, named: "foreign_keys", to: true)
    try apply(.cellSizeCheck)
  }

  fileprivate func applyCommonSettings() throws {
    try apply(.secureDelete)
    // Reading it back would give what was asked for, whatever is done.
    try ask(.temporaryStoreInMemory)
  }
}
