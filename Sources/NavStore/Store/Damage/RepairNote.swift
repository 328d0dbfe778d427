/// A file `NAME.repair` next to a store's file, which marks the store's file as damaged.
///
/// The size of the note is the number of attempts to repair the store's file. The note is written
/// before each attempt and deleted after a successful one. The number limits the attempts that check
/// or copy a file, because these may crash the process. The bytes don't matter, because a power cut
/// may change them.
struct RepairNote {
  let attempts: Int

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

  init(attempts: Int) {
    self.attempts = min(attempts, Self.most)
  }

  /// Reads the repair note of the file at `path`. `nil` if there is none, or if a file of another
  /// program has the name of the note.
  init?(besides path: String) {
    let bytes = Files.Reader(Self.path(besides: path))?.next(Self.most + 1)
    guard let bytes, bytes.count <= Self.most else { return nil }
    attempts = bytes.count
  }

  func write(besides path: String) throws(NavStore.Error) {
    guard !Self.exists(besides: path) || RepairNote(besides: path) != nil else {
      throw NavStore.Error(
        .damaged, "The file is damaged, and the note of it cannot be made: its name is taken.")
    }
    try Files.setSize(Self.path(besides: path), to: attempts)
  }

  static func remove(besides path: String) {
    guard RepairNote(besides: path) != nil, Files.remove(Self.path(besides: path)) else { return }
    Files.syncFolder(of: path)
  }

  /// Requests that the next process that opens the file checks it. Keeps an existing note.
  static func askForCheck(of path: String) {
    guard !exists(besides: path) else { return }
    try? RepairNote(attempts: 0).write(besides: path)
  }
}
