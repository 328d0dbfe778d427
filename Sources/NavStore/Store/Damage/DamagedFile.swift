import NavStorePlatform

/// The sets of files that were set aside as damaged: `NAME.corrupt-N`, each with its log.
///
/// A log that stays behind beside a fresh database would silently replace its contents, and one
/// that is lost takes the last commits with it: they go together, or not at all.
enum DamagedFile {
  /// How many are kept. The oldest go when there are more, so that a failing disk does not fill
  /// up with them.
  static let kept = 3

  /// The database and whatever SQLite puts beside it, in the order in which they are moved: while
  /// the database is not there, nobody can open it without its log.
  static let suffixes: [(suffix: String, step: RepairStep)] = [
    ("", .databaseMoved), ("-wal", .logMoved), ("-shm", .sharedMemoryMoved),
    ("-journal", .journalMoved),
  ]

  static func path(_ number: Int, besides path: String) -> String { "\(path).corrupt-\(number)" }

  /// The number of the next set, which no file has.
  static func nextNumber(besides path: String) -> Int {
    let taken = numbers(besides: path)
    let last = taken.max() ?? 0
    // Somebody may have put a file there that has the last number there is.
    var number = last == .max ? 1 : last + 1
    while taken.contains(number) { number += 1 }
    return number
  }

  /// Deletes the oldest sets that were stores, so that with one more there are as many as are kept.
  /// Says whether there were any to delete.
  static func deleteOldest(besides path: String, sparing number: Int) -> Bool {
    let old = stores(besides: path).filter { $0.number != number }.dropLast(kept - 1)
    for set in old { _ = delete(Self.path(set.number, besides: path), sign: set.sign) }
    return !old.isEmpty
  }

  /// Deletes all that were set aside and were stores; says how many. What shows no sign of that is
  /// somebody else's, whatever its name, and stays.
  static func deleteAll(besides path: String) throws(NavStore.Error) -> Int {
    let sets = stores(besides: path)
    for set in sets {
      guard delete(Self.path(set.number, besides: path), sign: set.sign) else {
        throw NavStore.Error(.inputOutput, "A file that was set aside cannot be deleted.")
      }
    }
    return sets.count
  }

  /// The sets that were stores, the oldest first, and where each shows it.
  private static func stores(besides path: String) -> [(number: Int, sign: StoreSign.Place)] {
    numbers(besides: path).sorted().compactMap { number in
      StoreSign.place(at: Self.path(number, besides: path)).map { (number, $0) }
    }
  }

  /// The file with the sign last, and once the disk knows that the others are gone: what a kill or a
  /// power cut leaves of the set can still be told from others.
  private static func delete(_ set: String, sign: StoreSign.Place) -> Bool {
    let last = sign == .log ? "-wal" : ""
    let others = suffixes.map(\.suffix).filter { $0 != last }
    guard others.allSatisfy({ Files.remove(set + $0) }) else { return false }
    Files.syncFolder(of: set)
    return Files.remove(set + last)
  }

  /// Deletes the store at `path` itself, with all that belongs to it. What shows no sign of having
  /// been one stays; files set aside do too.
  static func deleteStore(
    at path: String, configuration: NavStore.Configuration
  ) throws(NavStore.Error) {
    try FolderLock.with(
      besides: path, waitMilliseconds: configuration.busyTimeoutMilliseconds
    ) { () throws(NavStore.Error) in
      guard let sign = StoreSign.place(at: path, vfs: configuration.vfs) else { return }
      RepairNote.remove(besides: path)
      guard delete(path, sign: sign) else {
        throw NavStore.Error(.inputOutput, "The store cannot be deleted.")
      }
    }
  }

  /// N of every `NAME.corrupt-N` beside the file, or of what is left of one.
  static func numbers(besides path: String) -> Set<Int> {
    let prefix = Files.name(of: path) + ".corrupt-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Files.folder(of: path))) ?? []
    return Set(
      names.compactMap { name in
        guard name.hasPrefix(prefix) else { return nil }
        let rest = name.dropFirst(prefix.count)
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard suffixes.contains(where: { rest.dropFirst(digits.count) == $0.suffix }) else {
          return nil
        }
        return Int(digits)
      })
  }
}
