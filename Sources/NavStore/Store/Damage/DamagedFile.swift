import NavStorePlatform
import NavStoreSQLite

/// The quarantined files of a store: `NAME.corrupt-N`, each with its WAL.
///
/// The database and its WAL are moved together. A WAL next to a fresh database would silently
/// replace its contents, and without its WAL a database lacks the last commits.
enum DamagedFile {
  /// The number of quarantined sets that are kept; a set is a database with its WAL. Older sets are
  /// deleted, so that a failing disk does not fill up.
  static let kept = 3

  /// The suffixes of the database and the files that SQLite puts next to it. The database is moved
  /// before the other files, so that no process can open it without its WAL.
  static let suffixes = ["", "-wal", "-shm", "-journal"]

  static func path(_ number: Int, besides path: String) -> String { "\(path).corrupt-\(number)" }

  static func draft(of path: String) -> String { path + ".draft" }

  /// Deletes the draft of a fresh store that an interrupted repair has left next to the file.
  static func deleteDrafts(of path: String) {
    for suffix in [""] + suffixes.map({ "-tmp" + $0 }) {
      _ = Files.remove(draft(of: path) + suffix)
    }
  }

  /// Returns the number for the next quarantined set, which no existing set has.
  static func nextNumber(besides path: String) -> Int {
    (numbers(besides: path).max() ?? 0) + 1
  }

  /// Returns the numbers of all `NAME.corrupt-N` next to the file, including incomplete sets. A file
  /// of the user may have the largest `Int` in its name, which is not the number of a set.
  static func numbers(besides path: String) -> Set<Int> {
    let prefix = URL(fileURLWithPath: path).lastPathComponent + ".corrupt-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Files.folder(of: path))) ?? []
    return Set(
      names.compactMap { name in
        guard name.hasPrefix(prefix) else { return nil }
        let rest = name.dropFirst(prefix.count)
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard suffixes.contains(String(rest.dropFirst(digits.count))) else { return nil }
        return Int(digits).flatMap { $0 == .max ? nil : $0 }
      })
  }

  // MARK: Recognizing a store

  /// Whether a file is or was a store, by the application id in its header. If the file is empty or
  /// missing, or its header is all zeros, the application id in its WAL decides. In the library's
  /// own folder, a file without a database header counts as a former store unless it is text.
  static func isStore(_ path: String, inOwnFolder: Bool = false) -> Bool {
    guard Files.status(path).kind == .regular else {
      return !Files.exists(path) && hasStoreInLog(path)
    }
    guard let file = try? Database.openUnread(path: path, vfs: nil) else { return false }
    defer { file.close() }
    guard let header = try? file.fileBytes(at: 0, count: FileHeader.byteCount) else { return false }
    if !header.contains(where: { $0 != 0 }) { return hasStoreInLog(path) }
    if let found = FileHeader.applicationID(header) {
      return found == NavStore.Configuration.applicationID
    }
    return inOwnFolder && !Files.isText(header)
  }

  /// Whether the WAL next to a file has the first page of a store. Frames with another salt than the
  /// header of the WAL are from before its last restart
  /// (<https://www.sqlite.org/fileformat2.html>, 4.1).
  private static func hasStoreInLog(_ path: String) -> Bool {
    // SQLite locks no WAL, so ``Files/bytes(_:at:count:)`` can read it.
    let header = Files.bytes(path + "-wal", count: 32)
    guard header.count == 32, header.starts(with: [0x37, 0x7F, 0x06]) else { return false }
    let frameSize = 24 + 4_096
    for position in stride(from: 32, to: Int.max, by: frameSize) {
      let frame = Files.bytes(path + "-wal", at: position, count: frameSize)
      guard frame.count == frameSize, frame[8..<16] == header[16..<24] else { break }
      guard frame.starts(with: [0, 0, 0, 1]) else { continue }
      let applicationID = FileHeader.applicationID(frame.dropFirst(24))
      return applicationID == NavStore.Configuration.applicationID
    }
    return false
  }

  // MARK: Deleting

  /// Deletes the oldest quarantined sets, so that ``kept`` sets are left.
  ///
  /// A set that never was a store is not deleted, and doesn't count.
  static func deleteOldest(besides path: String, inOwnFolder: Bool) {
    for number in stores(besides: path, inOwnFolder).dropLast(kept) {
      _ = delete(Self.path(number, besides: path))
    }
  }

  /// Deletes all quarantined sets that were stores, and the drafts of interrupted repairs.
  static func deleteAll(besides path: String, inOwnFolder: Bool) throws(NavStore.Error) {
    deleteDrafts(of: path)
    for number in stores(besides: path, inOwnFolder) {
      guard delete(Self.path(number, besides: path)) else {
        throw NavStore.Error(.inputOutput, "A quarantined file can't be deleted.")
      }
    }
  }

  /// Returns the numbers of the quarantined sets that were stores, the oldest first.
  private static func stores(besides path: String, _ inOwnFolder: Bool) -> [Int] {
    numbers(besides: path).sorted().filter { number in
      isStore(Self.path(number, besides: path), inOwnFolder: inOwnFolder)
    }
  }

  /// Deletes the files of a set. The file by which ``isStore(_:inOwnFolder:)`` recognizes the set
  /// is deleted last, after the deletion of the other files was synced. So
  /// ``isStore(_:inOwnFolder:)`` also recognizes a set that was partly deleted before a kill or a
  /// power failure.
  private static func delete(_ set: String) -> Bool {
    let last = Files.size(set) > 0 ? "" : "-wal"
    guard suffixes.allSatisfy({ $0 == last || Files.remove(set + $0) }) else { return false }
    Files.syncFolder(of: set)
    return Files.remove(set + last)
  }

  /// Deletes the store at `path` with all its files, except quarantined sets. Another program's
  /// file is kept.
  static func deleteStore(
    at path: String, configuration: NavStore.Configuration
  ) throws(NavStore.Error) {
    try FolderLock.with(LOCK_EX, besides: path, configuration) { () throws(NavStore.Error) in
      guard isStore(path, inOwnFolder: configuration.renamesStrangers) else { return }
      RepairNote.remove(besides: path)
      deleteDrafts(of: path)
      guard delete(path) else {
        throw NavStore.Error(.inputOutput, "The store cannot be deleted.")
      }
    }
  }
}
