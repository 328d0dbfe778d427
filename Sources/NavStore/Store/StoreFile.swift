import NavStorePlatform
import NavStoreSQLite

/// An opened and migrated database, and the report of opening it.
struct StoreFile {
  let connection: Connection

  /// The path of the database; `nil` if it is in memory.
  let path: String?
  var report: NavStore.OpenReport

  static func open(
    _ url: URL, configuration: NavStore.Configuration
  ) throws(NavStore.Error) -> StoreFile {
    guard url.isFileURL else {
      throw NavStore.Error(.unreadable, "The URL is not a file URL.")
    }
    let path = Files.resolved(url.path)
    try checkName(path)
    guard configuration.allowsNetworkVolumes || !configuration.isOnNetwork(path) else {
      throw NavStore.Error(
        .networkVolume,
        "The file is on a network volume, where other machines could write to it unnoticed.")
    }
    if try prepare(path, isOurs: configuration.renamesStrangers) {
      do {
        let found = try FolderLock.with(LOCK_SH, besides: path, configuration) {
          () throws(NavStore.Error) in
          RepairNote.exists(besides: path)
            ? nil : try openExisting(path, url: url, configuration: configuration)
        }
        if let found { return found }
      } catch
        where [.fileReplaced, .damaged].contains(error.reason)
        || error.reason == .notAStore && configuration.renamesStrangers
      {
        // `Repair.run` opens the file again under an exclusive lock. It meets the same error unless
        // another process has replaced or repaired the file.
      }
    }
    return try Repair.run(path, url: url, configuration: configuration)
  }

  static func openInMemory(
    configuration: NavStore.Configuration
  ) throws(NavStore.Error) -> StoreFile {
    let options = configuration.databaseOptions
    return try NavStore.Error.wrapping {
      let connection = try Database.openInMemory(options: options)
      let versions = try Migrator.migrate(connection, with: configuration.migrations)
      let report = NavStore.OpenReport(isNew: true, schemaVersion: Int(versions.to))
      return StoreFile(connection: connection, path: nil, report: report)
    }
  }

  /// Opens a store in memory for a caller that can't report an error. Ends the process if there is
  /// no memory, or if the program's SQLite is too old, because no store can work in either case.
  static func inMemory(configuration: NavStore.Configuration) -> StoreFile {
    do {
      return try openInMemory(configuration: configuration)
    } catch {
      fatalError("\(error)")
    }
  }

  static func openExisting(
    _ path: String, url: URL, configuration: NavStore.Configuration
  ) throws(NavStore.Error) -> StoreFile {
    do {
      let (connection, isNew) = try Database.open(
        path: path, options: configuration.databaseOptions)
      let versions = try Migrator.migrate(
        connection, with: configuration.migrations, from: connection.versionAtOpening
      ) {
        try connection.beginWork(.wholeFile(of: connection, configuration.limits))
      }
      connection.beginWork(.none)
      let report = NavStore.OpenReport(
        url: url, isNew: isNew,
        migratedFrom: isNew || versions.from == versions.to ? nil : Int(versions.from),
        schemaVersion: Int(versions.to))
      connection.onDamage = { RepairNote.askForCheck(of: path) }
      return StoreFile(connection: connection, path: path, report: report)
    } catch let error as SQLiteError where error.code.primary == .cannotOpen {
      guard Files.exists(path) else { throw NavStore.Error(OpenRefusal.moved) }
      // Without a writable folder for the WAL, SQLite reports only that it cannot open the file.
      let folder = Files.folder(of: path)
      if access(path, R_OK) == 0, access(path, W_OK) != 0 || access(folder, W_OK) != 0 {
        throw NavStore.Error(.readOnly, "The file, its folder or its volume is read-only.")
      }
      throw NavStore.Error(error)
    } catch {
      throw NavStore.Error(error)
    }
  }

  /// Throws if SQLite or another store uses the name for a file next to its database, such as a
  /// WAL.
  private static func checkName(_ path: String) throws(NavStore.Error) {
    let isLog = (DamagedFile.suffixes + [SceneLocks.suffix]).contains { suffix in
      !suffix.isEmpty && path.hasSuffix(suffix)
        && Files.exists(String(path.dropLast(suffix.count)))
    }
    let ofRepairs = [".repair", ".draft", ".draft-tmp"]
    guard !isLog, !ofRepairs.contains(where: path.hasSuffix) else {
      throw NavStore.Error(.notAStore, "A file with this name belongs to another store.")
    }
  }

  /// Returns whether there is a file of more than one byte. If there is no file, creates the folder
  /// if it is missing, and sets the folder's attributes if only the library uses it (`isOurs`).
  private static func prepare(_ path: String, isOurs: Bool) throws(NavStore.Error) -> Bool {
    let (kind, size) = Files.status(path)
    switch kind {
    case .folder: throw NavStore.Error(.unreadable, "The file is a folder.")
    case .other: throw NavStore.Error(.unreadable, "The file is a device, a pipe or a socket.")
    case .regular, .absent: break
    }
    for suffix in DamagedFile.suffixes where !suffix.isEmpty {
      let kind = Files.status(path + suffix, followingLinks: false).kind
      guard kind == .absent || kind == .regular else {
        throw NavStore.Error(.unreadable, "In the place of a log or journal is something else.")
      }
      guard kind == .regular, suffix == "-journal" else { continue }
      // SQLite would delete a text or a database that has the name of a journal. A file with other
      // bytes may be a journal of which a power failure has lost some sectors, so it is accepted.
      let start = Files.bytes(path + suffix, count: 512)
      guard start.isEmpty || !Files.isText(start) && !start.starts(with: "SQLite format 3".utf8)
      else {
        throw NavStore.Error(.notAStore, "In the place of the file's journal is something else.")
      }
    }
    // An empty file is left to `Repair.run`, because SQLite would delete its WAL.
    if kind == .regular { return size > 1 }
    try Files.makeFolder(Files.folder(of: path))
    if isOurs { StoreFolder.setAttributes(of: Files.folder(of: path)) }
    return false
  }

  /// Creates an empty file that only its owner can read. SQLite gives the WAL the same permissions.
  ///
  /// Syncs the folder, so that the file's name is on the disk before the name of any WAL. A WAL
  /// without its database counts as damage.
  static func create(_ path: String) throws(NavStore.Error) {
    let (descriptor, error) = Files.opened(path, O_CREAT | O_EXCL | O_RDWR)
    guard descriptor < 0 else {
      close(descriptor)
      Files.listener?(.made(path))
      Files.syncFolder(of: path)
      return
    }
    // If another process has created the file since this process found none, that file is used.
    guard error != EEXIST else { return }
    throw NavStore.Error(systemError: error)
  }
}

extension Writer {
  /// Opens the file at `path` again, which this process had open before, for example after the store
  /// was suspended. Doesn't wait for a lock, because the caller decides how long to try.
  ///
  /// If the file was damaged while it was closed, it is not quarantined while the app runs. If
  /// another file is at the path, or none, the file is opened or created as at a launch. The row
  /// numbers that live stacks have are not valid in another file.
  func reopen(
    _ path: String
  ) throws(NavStore.Error) -> (connection: Connection, isAnother: Bool) {
    var configuration = configuration
    configuration.busyTimeout = .zero
    let url = URL(fileURLWithPath: path)
    if identity != nil, FileNumber(atPath: path) == identity {
      let file = try StoreFile.openExisting(path, url: url, configuration: configuration)
      if FileNumber(atPath: path) == identity { return (file.connection, false) }
      file.connection.close()
    }
    return (try StoreFile.open(url, configuration: configuration).connection, true)
  }
}

extension NavStore.Error {
  /// Creates an error from a system error of a file or folder.
  init(systemError number: Int32) {
    let reason: Reason =
      switch number {
      case EACCES, EPERM, EROFS: .readOnly
      case ENOSPC, EDQUOT: .diskFull
      case EIO: .inputOutput
      default: .unreadable
      }
    self.init(
      reason, "The file or its folder cannot be written to: \(String(cString: strerror(number))).")
  }
}
