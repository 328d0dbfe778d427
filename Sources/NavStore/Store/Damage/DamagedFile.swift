#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  /// The number of the next set.
  static func nextNumber(besides path: String) -> Int {
    let last = numbers(besides: path).max() ?? 0
    return last == .max ? last : last + 1
  }

  /// Deletes the oldest sets, so that with one more there are as many as are kept. Says whether
  /// there were any to delete.
  static func deleteOldest(besides path: String, sparing number: Int) -> Bool {
    let old = numbers(besides: path).filter { $0 != number }.sorted().dropLast(kept - 1)
    for old in old {
      for (suffix, _) in suffixes {
        _ = Files.remove(Self.path(old, besides: path) + suffix)
      }
    }
    return !old.isEmpty
  }

  /// Deletes all that were set aside; says how many.
  static func deleteAll(besides path: String) throws(NavStore.Error) -> Int {
    let numbers = numbers(besides: path)
    for number in numbers {
      for (suffix, _) in suffixes {
        guard Files.remove(Self.path(number, besides: path) + suffix) else {
          throw NavStore.Error(.inputOutput, "A file that was set aside cannot be deleted.")
        }
      }
    }
    return numbers.count
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
