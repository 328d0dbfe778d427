/// A file `NAME.repair` next to a store's file, which marks the store's file as damaged.
///
/// The size of the note is the number of attempts to repair the store's file. The note is written
/// before each attempt and deleted after a successful one. The number limits the attempts that check
/// or copy a file, because these may crash the process. The bytes don't matter, because a power cut
/// may change them.
enum RepairNote {
  /// The number of attempts that check the store's file. Further attempts skip the check and
  /// replace the file.
  static let checks = 2

  /// The number of attempts up to which the stacks of the store's file are copied. Further attempts
  /// replace the file by an empty store.
  static let salvages = 4

  /// The largest number that is counted. A larger file at the path of the note is not a note.
  private static let most = salvages + 1

  static func path(besides path: String) -> String { path + ".repair" }

  static func exists(besides path: String) -> Bool { Files.exists(Self.path(besides: path)) }

  /// Returns the number of attempts to repair the file at `path`. `nil` if there is no note, or if a
  /// file of another program has the name of the note.
  static func attempts(besides path: String) -> Int? {
    let (kind, size) = Files.status(Self.path(besides: path), followingLinks: false)
    return kind == .regular && size <= most ? Int(size) : nil
  }

  static func write(_ attempts: Int, besides path: String) throws(NavStore.Error) {
    guard !exists(besides: path) || Self.attempts(besides: path) != nil else {
      throw NavStore.Error(
        .damaged, "The file is damaged, and the note of it cannot be made: its name is taken.")
    }
    try Files.setSize(Self.path(besides: path), to: min(attempts, most))
  }

  static func remove(besides path: String) {
    guard attempts(besides: path) != nil, Files.remove(Self.path(besides: path)) else { return }
    Files.syncFolder(of: path)
  }

  /// Requests that the next process that opens the file checks it. Keeps an existing note.
  static func askForCheck(of path: String) {
    guard !exists(besides: path) else { return }
    try? write(0, besides: path)
  }
}
