import NavStorePlatform
import NavStoreSQLite

/// Opens a store whose file does not exist yet, or is damaged. Only one repair runs at a time: see
/// ``FolderLock``.
///
/// A damaged file is replaced in this order: its readable part is copied into `NAME.draft-tmp`,
/// which is renamed to `NAME.draft`. Then the file and its WAL are quarantined, and the draft gets
/// the name of the file. So if `NAME.draft` exists and the file doesn't, the draft is complete, and
/// the next process that opens the store only renames it. If both exist, the draft is ignored.
struct Repair: ~Copyable {
  let path: String
  let url: URL
  let configuration: NavStore.Configuration

  var quarantined: String?
  var salvage: Salvage?
  private var hasRebuiltIndexes = false
  private var hasBeenChecked = false

  static func run(
    _ path: String, url: URL, configuration: NavStore.Configuration
  ) throws(NavStore.Error) -> StoreFile {
    try FolderLock.with(LOCK_EX, besides: path, configuration) { () throws(NavStore.Error) in
      var repair = Repair(path: path, url: url, configuration: configuration)
      return try repair.run()
    }
  }

  private mutating func run() throws(NavStore.Error) -> StoreFile {
    // Each round takes one step of the repair, or finds that another process has taken it.
    for _ in 0..<10 {
      guard var file = try takeStep() else { continue }
      if let quarantined {
        file.report.isNew = true
        file.report.quarantinedFile = URL(fileURLWithPath: quarantined)
        let salvage = salvage ?? Salvage()
        file.report.salvagedScenes = salvage.scenes.count
        file.report.salvagedStacks = salvage.stacks.count
        file.report.shortenedStacks = salvage.stacks.count { salvage.failures[$0.key] != nil }
        file.report.failures = salvage.failures
        file.report.lacksStacks = salvage.lacksStacks
      }
      file.report.rebuiltIndexes = hasRebuiltIndexes
      return file
    }
    throw NavStore.Error(.busy, "Another process keeps replacing the store.")
  }

  /// Takes the next step of the repair. Returns the file if that step has opened it; otherwise,
  /// `nil`.
  private mutating func takeStep() throws(NavStore.Error) -> StoreFile? {
    guard Files.exists(path), let attempts = RepairNote.attempts(besides: path) else {
      return try open()
    }
    guard configuration.quarantinesDamagedFile else {
      return try StoreFile.openExisting(path, url: url, configuration: configuration)
    }
    try check(attempts: attempts)
    return nil
  }

  // MARK: Opening

  /// Opens the file, or creates and opens it if there is none. If the file can't be opened because
  /// it is damaged or was replaced, prepares the next step and returns `nil`.
  private mutating func open() throws(NavStore.Error) -> StoreFile? {
    do throws(NavStore.Error) {
      if !Files.exists(path), Files.exists(draft) {
        try useDraft()
        return nil
      }
      // SQLite treats a file of one byte as empty, and would overwrite it.
      guard !hasLogAlone, Files.size(path) != 1 else {
        throw NavStore.Error(.damaged, "The file has one byte, or its log is left without it.")
      }
      if !Files.exists(path) {
        RepairNote.remove(besides: path)
        try StoreFile.create(path)
      }
      return try StoreFile.openExisting(path, url: url, configuration: configuration)
    } catch  where error.reason == .fileReplaced {
    } catch  where error.reason == .notAStore && configuration.renamesStrangers {
      try replace()
    } catch  where error.reason == .damaged {
      // Outside the library's own folder, a file that was never a store is not treated as a damaged
      // store.
      guard configuration.renamesStrangers || DamagedFile.isStore(path) else {
        throw NavStore.Error(.notAStore, "The file is not a store, and was never one.")
      }
      guard configuration.quarantinesDamagedFile else { throw error }
      let isIndexPerhaps = error.sqliteCode.map { ResultCode(rawValue: $0).primary == .corrupt }
      if isIndexPerhaps == true, !hasBeenChecked {
        try check(attempts: 0)
      } else {
        try replace()
      }
    }
    return nil
  }

  /// Whether there is a WAL without a database, or with an empty database. SQLite would delete the
  /// WAL. A journal next to an empty database doesn't count, because the transaction that it would
  /// undo has written nothing.
  private var hasLogAlone: Bool {
    // Read the size of the WAL before the size of the database, because a process that creates a
    // store writes the database before the WAL.
    Files.size(path + "-wal") > 0 && Files.size(path) <= 1
  }

  // MARK: Checking

  /// Checks a file in which SQLite has reported damage, and prepares the next step of the repair.
  /// `attempts` is the number of earlier attempts to repair it.
  private mutating func check(attempts: Int) throws(NavStore.Error) {
    guard attempts < RepairNote.checks else { return try replace() }
    hasBeenChecked = true
    try RepairNote.write(attempts + 1, besides: path)
    let result = try examine()
    if result == .damaged { return try replace() }
    hasRebuiltIndexes = hasRebuiltIndexes || result == .repaired
    // A file that is too large to be checked in the time limit is checked again after the next
    // report of damage.
    RepairNote.remove(besides: path)
  }

  /// Checks the whole file, and rebuilds damaged indexes if nothing else is damaged.
  private func examine() throws(NavStore.Error) -> FileCheckResult {
    do {
      guard !hasLogAlone else { return .damaged }
      let connection = try Database.open(path: path, options: configuration.databaseOptions)
        .connection
      defer { connection.close() }
      let result = try connection.repairIndexes(within: configuration.repairBudget)
      if result == .repaired { try bringToDisk(connection) }
      return result
    } catch OpenRefusal.moved {
      return .intact
    } catch {
      let error = NavStore.Error(error)
      guard error.reason == .damaged else { throw error }
      return .damaged
    }
  }

  /// Moves the WAL into the database. Call it before the repair note is removed, and before the
  /// draft is renamed.
  func bringToDisk(_ connection: Connection) throws {
    _ = try connection.checkpoint(
      .truncate, waitMilliseconds: configuration.busyTimeoutMilliseconds)
  }
}
