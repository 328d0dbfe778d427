#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Setting a damaged file aside, together with its log and shared memory.
///
/// A log that stays behind beside a fresh database would silently replace its contents.
enum DamagedFile {
  /// How many are kept. The oldest go when there are more, so that a failing disk does not fill
  /// up with them.
  static let kept = 3

  /// Renames the three files to `NAME.corrupt-N…` and returns the database's new path.
  ///
  /// The log goes first: should the process be killed in between, the database is still there to
  /// be found damaged, and set aside, by the next open.
  static func setAside(_ path: String) throws(NavStore.Error) -> String {
    let earlier = numbers(besides: path)
    let aside = "\(path).corrupt-\((earlier.max() ?? 0) + 1)"
    for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + suffix) {
      do {
        try FileManager.default.moveItem(atPath: path + suffix, toPath: aside + suffix)
      } catch {
        throw NavStore.Error(.damaged, "The file is damaged and cannot be set aside.")
      }
    }
    for number in earlier.sorted().dropLast(kept - 1) {
      for suffix in ["-wal", "-shm", ""] {
        try? FileManager.default.removeItem(atPath: "\(path).corrupt-\(number)\(suffix)")
      }
    }
    return aside
  }

  /// Deletes all that were set aside; says how many.
  static func deleteAll(besides path: String) throws(NavStore.Error) -> Int {
    let numbers = numbers(besides: path)
    for number in numbers {
      for suffix in ["-wal", "-shm", ""] {
        let file = "\(path).corrupt-\(number)\(suffix)"
        guard FileManager.default.fileExists(atPath: file) else { continue }
        do {
          try FileManager.default.removeItem(atPath: file)
        } catch {
          throw NavStore.Error(.inputOutput, "A file that was set aside cannot be deleted.")
        }
      }
    }
    return numbers.count
  }

  /// N of every `NAME.corrupt-N` beside the file.
  private static func numbers(besides path: String) -> Set<Int> {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    let prefix = url.lastPathComponent + ".corrupt-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      names.compactMap { name in
        guard name.hasPrefix(prefix) else { return nil }
        return Int(name.dropFirst(prefix.count).prefix { $0.isNumber })
      })
  }
}
