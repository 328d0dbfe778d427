/// A mark that a store's file is damaged: `NAME.repair`, next to the file.
///
/// It holds the number of attempts to repair the file. It is written before each attempt and
/// deleted after the last, so that a file on which processes crash is not tried without end.
struct RepairNote {
  let attempts: Int

  /// The number of attempts that check the file. Later attempts skip the check.
  static let checks = 2

  /// The number of attempts that copy the stacks of the file. Later attempts skip the copy.
  static let salvages = 4

  static func path(besides path: String) -> String { path + ".repair" }

  static func exists(besides path: String) -> Bool { Files.exists(Self.path(besides: path)) }

  init(attempts: Int) {
    self.attempts = attempts
  }

  /// Reads the note. `nil` if there is none, or another program's file has its name.
  init?(besides path: String) {
    guard let bytes = Files.Reader(Self.path(besides: path))?.next(64),
      let attempts = Int(String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" }),
      attempts >= 0
    else { return nil }
    self.attempts = attempts
  }

  func write(besides path: String) throws(NavStore.Error) {
    guard !Self.exists(besides: path) || RepairNote(besides: path) != nil else {
      throw NavStore.Error(
        .damaged, "The file is damaged, and the note of it cannot be made: its name is taken.")
    }
    try Files.replace(Self.path(besides: path), with: "\(attempts)\n")
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

/// The steps of a repair in order, for tests. A process may be killed after each step.
package enum RepairStep: String, CaseIterable, Sendable {
  case checkNoted
  case locked
  case noted
  case draftCreated
  case draftFilled
  case draftNamed
  case databaseMoved
  case logMoved
  case namesSynced
  case oldSetsDeleted
  case draftMoved
}
