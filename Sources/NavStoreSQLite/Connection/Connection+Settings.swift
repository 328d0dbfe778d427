import CSQLite

/// Whether a power cut may lose the last commits. With either setting, a power cut leaves the file
/// intact, and a commit survives the end of the process.
package enum Durability: Sendable {
  /// WAL with `synchronous=NORMAL`: a power cut may lose the last commits.
  case relaxed

  /// WAL with `synchronous=FULL`: a commit that returned survives a power cut.
  case durable
}

/// A setting that SQLite did not accept.
package struct SettingRefused: Error, Equatable, Sendable, CustomStringConvertible {
  package let setting: String
  package let wanted: String
  package let found: String

  package var description: String {
    "SQLite keeps \(setting) at \(found); \(wanted) is needed."
  }
}

/// A pragma, the statement that sets it, and its expected value when it is read back.
struct Setting {
  let name: StaticString
  let read: StaticString
  let write: StaticString
  let value: String

  init(_ name: StaticString, read: StaticString, write: StaticString, value: String) {
    self.name = name
    self.read = read
    self.write = write
    self.value = value
  }
}

extension Setting {
  static let cellSizeCheck = Setting(
    "cell_size_check", read: "PRAGMA cell_size_check", write: "PRAGMA cell_size_check = ON",
    value: "1")
  /// If a file is truncated while it is mapped into memory, reading it raises SIGBUS.
  static let noMemoryMap = Setting(
    "mmap_size", read: "PRAGMA mmap_size", write: "PRAGMA mmap_size = 0", value: "0")
  static let secureDelete = Setting(
    "secure_delete", read: "PRAGMA secure_delete", write: "PRAGMA secure_delete = ON", value: "1")
  static let foreignKeys = Setting(
    "foreign_keys", read: "PRAGMA foreign_keys", write: "PRAGMA foreign_keys = ON", value: "1")
  static let plainDelete = Setting(
    "secure_delete", read: "PRAGMA secure_delete", write: "PRAGMA secure_delete = OFF", value: "0")
  static let noForeignKeys = Setting(
    "foreign_keys", read: "PRAGMA foreign_keys", write: "PRAGMA foreign_keys = OFF", value: "0")
  /// Temporary b-trees contain user data, which must not be written to a file next to the store.
  static let temporaryStoreInMemory = Setting(
    "temp_store", read: "PRAGMA temp_store", write: "PRAGMA temp_store = MEMORY", value: "2")
  /// The setting for a VACUUM that would take much memory. SQLite deletes the temporary file's name
  /// at once, and only the file's owner can read the file.
  static let temporaryStoreInFile = Setting(
    "temp_store", read: "PRAGMA temp_store", write: "PRAGMA temp_store = FILE", value: "1")
  /// Applied before the first read of a file with a WAL, this setting makes SQLite keep the WAL's
  /// index in memory, not in a file.
  static let exclusiveLocking = Setting(
    "locking_mode", read: "PRAGMA locking_mode", write: "PRAGMA locking_mode = EXCLUSIVE",
    value: "exclusive")
  /// Makes SQLite read damaged files that it otherwise refuses. Nothing is written.
  static let writableSchema = Setting(
    "writable_schema", read: "PRAGMA writable_schema", write: "PRAGMA writable_schema = ON",
    value: "1")
  /// The size of the page cache in KiB. SQLite's default is 2,000.
  static let largerCache = Setting(
    "cache_size", read: "PRAGMA cache_size", write: "PRAGMA cache_size = -8192", value: "-8192")
  static let queryOnly = Setting(
    "query_only", read: "PRAGMA query_only", write: "PRAGMA query_only = ON", value: "1")
  static let pageSize = Setting(
    "page_size", read: "PRAGMA page_size", write: "PRAGMA page_size = 4096", value: "4096")
  static let writeAheadLog = Setting(
    "journal_mode", read: "PRAGMA journal_mode", write: "PRAGMA journal_mode = WAL", value: "wal")
  static let synchronousExtra = Setting(
    "synchronous", read: "PRAGMA synchronous", write: "PRAGMA synchronous = EXTRA", value: "3")

  /// With this setting, a commit on Apple's systems also flushes the drive's own cache. On other
  /// systems, this setting and ``fullSyncOfCheckpoints`` have no effect.
  static let fullSync = Setting(
    "fullfsync", read: "PRAGMA fullfsync", write: "PRAGMA fullfsync = ON", value: "1")
  static let fullSyncOfCheckpoints = Setting(
    "checkpoint_fullfsync", read: "PRAGMA checkpoint_fullfsync",
    write: "PRAGMA checkpoint_fullfsync = ON", value: "1")

  static func synchronous(_ durability: Durability) -> Setting {
    switch durability {
    case .relaxed:
      Setting(
        "synchronous", read: "PRAGMA synchronous", write: "PRAGMA synchronous = NORMAL",
        value: "1")
    case .durable:
      Setting(
        "synchronous", read: "PRAGMA synchronous", write: "PRAGMA synchronous = FULL", value: "2")
    }
  }
}

extension Connection {
  /// Sets the pragma, reads it back, and compares the values.
  func apply(_ setting: Setting) throws {
    // Some pragmas return the value that they have set. For the others, a second statement reads
    // it.
    let answer = try once(setting.write) { $0.text(0) }
    // If that statement returns no row, the feature is compiled out, as memory maps may be. The
    // setting is then off, as wanted.
    let found = try answer ?? once(setting.read) { $0.text(0) } ?? setting.value
    guard found == setting.value else {
      throw SettingRefused(setting: "\(setting.name)", wanted: setting.value, found: found)
    }
  }

  /// Sets whether commits and checkpoints of this connection wait until their data is on the disk.
  func apply(_ durability: Durability) throws {
    try apply(.synchronous(durability))
    guard durability == .durable else { return }
    try apply(.fullSync)
    try apply(.fullSyncOfCheckpoints)
  }

  /// Sets the pragma without checking that SQLite has accepted the value.
  func ask(_ setting: Setting) throws {
    _ = try once(setting.write) { $0.text(0) }
  }

  /// Lets SQLite cache up to 8 MiB of the file's pages, so that routes and items of a large history
  /// are found without a system call.
  package func keepMorePages() {
    guard !keepsMorePages else { return }
    keepsMorePages = true
    // A failure only makes reads slower.
    try? ask(.largerCache)
  }

  /// Switches a `sqlite3_db_config` flag, and checks the reported state.
  func configure(_ option: Int32, named name: StaticString, to isOn: Bool) throws {
    var current: Int32 = -1
    let code = navstore_db_config(handle, option, isOn ? 1 : 0, &current)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    guard current == (isOn ? 1 : 0) else {
      throw SettingRefused(setting: "\(name)", wanted: isOn ? "on" : "off", found: "\(current)")
    }
  }

  /// Sets the flags that make a hostile file harmless, and with which no read writes to the file.
  func harden() throws {
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, named: "NO_CKPT_ON_CLOSE", to: true)
    try configure(SQLITE_DBCONFIG_DEFENSIVE, named: "DEFENSIVE", to: true)
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, named: "TRUSTED_SCHEMA", to: false)
    try configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, named: "ENABLE_TRIGGER", to: false)
    try configure(SQLITE_DBCONFIG_ENABLE_VIEW, named: "ENABLE_VIEW", to: false)
    try configure(SQLITE_DBCONFIG_DQS_DML, named: "DQS_DML", to: false)
    try configure(SQLITE_DBCONFIG_DQS_DDL, named: "DQS_DDL", to: false)
  }

  /// Makes SQLite checkpoint and delete the WAL when the connection is closed, which is SQLite's
  /// default.
  func checkpointsOnClose() throws {
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, named: "NO_CKPT_ON_CLOSE", to: false)
  }
}
