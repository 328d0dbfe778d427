import NavStoreSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An opened and migrated database, and the report of how that went.
struct StoreFile {
  let connection: Connection

  /// Nil in memory.
  let path: String?
  var report: NavStore.OpenReport

  static func open(
    _ url: URL, configuration: NavStore.Configuration
  ) throws(NavStore.Error) -> StoreFile {
    guard url.isFileURL else {
      throw NavStore.Error(.unreadable, "A store is opened at a file URL.")
    }
    let path = Files.resolved(url.path)
    try configuration.checkVolume(of: path)
    if try prepare(path), !RepairNote.exists(besides: path) {
      do {
        let file = try openExisting(path, url: url, configuration: configuration)
        // A fresh store into which somebody is just copying what can be saved of the damaged one.
        if !RepairNote.exists(besides: path) { return file }
        file.connection.close()
      } catch  where error.code == .moved {
        // Somebody set it aside just now.
      } catch  where error.code == .damaged && configuration.damagedFile == .setAside {
        // Found out again with the others kept out: perhaps somebody has put it right by then.
      }
    }
    return try Repair.run(path, url: url, configuration: configuration)
  }

  static func openInMemory(configuration: NavStore.Configuration) -> StoreFile {
    let options = configuration.databaseOptions(newestVersion: configuration.newestVersion)
    do {
      let connection = try Database.openInMemory(options: options)
      let versions = try Migrator.migrate(connection, with: configuration.migrations)
      let report = NavStore.OpenReport(isNew: true, schemaVersion: Int(versions.to))
      return StoreFile(connection: connection, path: nil, report: report)
    } catch {
      // NB: only where not even a few pages of memory are to be had.
      preconditionFailure("SQLite cannot open a database in memory: \(error)")
    }
  }

  /// Opens a file again that this process had open before. What happened to it meanwhile is
  /// found out, but nothing is set aside behind the app's back.
  static func reopen(
    _ path: String, identity: Files.Identity?, configuration: NavStore.Configuration
  ) throws(NavStore.Error) -> Connection {
    let file = try openExisting(
      path, url: URL(fileURLWithPath: path), configuration: configuration)
    // What sessions know by number would mean something else there.
    guard Files.identity(path) == identity else {
      throw NavStore.Error(
        .damaged, "The file was replaced while the store was suspended: open the store again.")
    }
    return file.connection
  }

  static func openExisting(
    _ path: String, url: URL, configuration: NavStore.Configuration
  ) throws(NavStore.Error) -> StoreFile {
    do {
      let (connection, isNew) = try Database.open(
        path: path,
        options: configuration.databaseOptions(newestVersion: configuration.newestVersion),
        mayCreate: false)
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
      guard Files.exists(path) else { throw NavStore.Error(FileMoved()) }
      // Without a folder to put the log in, SQLite says only that it cannot open it.
      let folder = Files.folder(of: path)
      if access(path, R_OK) == 0, access(path, W_OK) != 0 || access(folder, W_OK) != 0 {
        throw NavStore.Error(.readOnly, "The file, its folder or its volume is read-only.")
      }
      throw NavStore.Error(error)
    } catch {
      throw NavStore.Error(error)
    }
  }

  /// Whether there is a file with something in it; makes the folder for one where there is none.
  private static func prepare(_ path: String) throws(NavStore.Error) -> Bool {
    let (kind, size) = Files.kindAndSize(path)
    switch kind {
    // SQLite deletes the log of an empty one.
    case .regular: return size != 0
    case .folder: throw NavStore.Error(.isDirectory, "The file is a folder.")
    case .other: throw NavStore.Error(.unreadable, "The file is a device, a pipe or a socket.")
    case .absent: break
    }
    do {
      try FileManager.default.createDirectory(
        atPath: Files.folder(of: path), withIntermediateDirectories: true)
    } catch {
      throw NavStore.Error(.unreadable, "The folder for the store cannot be made.")
    }
    return false
  }

  /// An empty file that only its owner can read; SQLite gives the log the same permissions.
  ///
  /// Its name is on the disk before that of any journal: one without its database is damage.
  static func create(_ path: String) throws(NavStore.Error) {
    let (descriptor, error) = Files.open(path, O_CREAT | O_EXCL | O_RDWR)
    guard descriptor < 0 else {
      close(descriptor)
      Files.listener?(.made(path))
      Files.syncFolder(of: path)
      return
    }
    switch error {
    // Another process made it meanwhile: as good.
    case EEXIST: return
    case EACCES, EPERM, EROFS:
      throw NavStore.Error(.readOnly, "The folder or its volume is read-only.")
    case ENOSPC, EDQUOT:
      throw NavStore.Error(.diskFull, "The disk is full.")
    default:
      throw NavStore.Error(
        .unreadable, "The file cannot be made: \(String(cString: strerror(error))).")
    }
  }
}
