import CSQLite

/// Whether a power cut may lose the last commits. With either setting, a power cut leaves the file
/// intact, and a commit survives the end of the process.
package enum Durability: Sendable {
  /// WAL with `synchronous=NORMAL`: a power cut may lose the last commits.
  case relaxed

  /// WAL with `synchronous=FULL`: a commit that returned survives a power cut.
  case durable
}

/// A script that sets a pragma, and the expected value if the script returns one. It returns none
/// for a pragma that SQLite sets in any case.
struct Setting {
  let script: StaticString
  let value: String

  init(_ script: StaticString, _ value: String) {
    self.script = script
    self.value = value
  }
}

extension Setting {
  static let cellSizeCheck = Setting("PRAGMA cell_size_check = ON", "1")
  /// If a file is truncated while it is mapped into memory, reading it raises SIGBUS.
  static let noMemoryMap = Setting("PRAGMA mmap_size = 0", "0")
  static let secureDelete = Setting("PRAGMA secure_delete = ON", "1")
  /// Temporary b-trees contain user data, which must not be written to a file next to the store.
  static let temporaryStoreInMemory = Setting("PRAGMA temp_store = MEMORY", "2")
  /// The setting for a VACUUM that would take much memory. SQLite deletes the temporary file's name
  /// at once, and only the file's owner can read the file.
  static let temporaryStoreInFile = Setting("PRAGMA temp_store = FILE; PRAGMA temp_store", "1")
  /// Applied before the first read of a file with a WAL, this setting makes SQLite keep the WAL's
  /// index in memory, not in a file.
  static let exclusiveLocking = Setting("PRAGMA locking_mode = EXCLUSIVE", "exclusive")
  static let queryOnly = Setting("PRAGMA query_only = ON; PRAGMA query_only", "1")
  static let pageSize = Setting("PRAGMA page_size = 4096; PRAGMA page_size", "4096")
  static let writeAheadLog = Setting("PRAGMA journal_mode = WAL", "wal")
  static let synchronousExtra = Setting("PRAGMA synchronous = EXTRA; PRAGMA synchronous", "3")

  /// With this setting, a commit on Apple's systems also flushes the drive's own cache. On other
  /// systems, this setting and ``fullSyncOfCheckpoints`` have no effect.
  static let fullSync = Setting("PRAGMA fullfsync = ON; PRAGMA fullfsync", "1")
  static let fullSyncOfCheckpoints = Setting(
    "PRAGMA checkpoint_fullfsync = ON; PRAGMA checkpoint_fullfsync", "1")

  static func synchronous(_ durability: Durability) -> Setting {
    switch durability {
    // Without effect, this setting would leave commits as safe as they are by default.
    case .relaxed: Setting("PRAGMA synchronous = NORMAL", "1")
    case .durable: Setting("PRAGMA synchronous = FULL; PRAGMA synchronous", "2")
    }
  }
}

extension Connection {
  /// Sets the pragma, reads it back, and compares the values.
  func apply(_ setting: Setting) throws {
    // If the script returns no row, the feature is compiled out, as memory maps may be. The setting
    // is then off, as wanted.
    let found = try runScript(setting.script) ?? setting.value
    guard found == setting.value else {
      let name = "\(setting.script)".dropFirst("PRAGMA ".count).prefix { $0 != " " }
      throw refusal("\(name)", at: found, wanted: setting.value)
    }
  }

  /// Makes SQLite read the file with system calls. Its default is usually no map, which it reports
  /// faster than it runs a pragma.
  func switchOffMemoryMap() throws {
    // A negative limit is not set.
    var limit: Int64 = -1
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_MMAP_SIZE, &limit)
    if code != SQLITE_OK || limit != 0 { try apply(.noMemoryMap) }
  }

  /// Sets whether commits and checkpoints of this connection wait until their data is on the disk.
  func apply(_ durability: Durability) throws {
    try apply(.synchronous(durability))
    guard durability == .durable else { return }
    try apply(.fullSync)
    try apply(.fullSyncOfCheckpoints)
  }

  /// Lets SQLite cache up to 8 MiB of the file's pages, so that routes and items of a large history
  /// are found without a system call.
  package func keepMorePages() {
    guard !keepsMorePages else { return }
    keepsMorePages = true
    // SQLite's default is 2,000 KiB. A failure only makes reads slower.
    _ = try? runScript("PRAGMA cache_size = -8192")
  }

  /// Switches a `sqlite3_db_config` flag, and checks the reported state.
  func configure(_ option: Int32, named name: StaticString, to isOn: Bool) throws {
    var current: Int32 = -1
    let code = navstore_db_config(handle, option, isOn ? 1 : 0, &current)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    guard current == (isOn ? 1 : 0) else {
      throw refusal("\(name)", at: "\(current)", wanted: isOn ? "on" : "off")
    }
  }

  private func refusal(_ setting: String, at found: String, wanted: String) -> SQLiteError {
    SQLiteError(
      code: .error, message: "SQLite keeps \(setting) at \(found); \(wanted) is needed.")
  }

  /// Sets whether SQLite checks foreign keys. Unlike a pragma, this reports an error.
  func checksForeignKeys(_ isOn: Bool) throws {
    try configure(SQLITE_DBCONFIG_ENABLE_FKEY, named: "foreign_keys", to: isOn)
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
