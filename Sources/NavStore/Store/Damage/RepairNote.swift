/// What is to be done about a store's file before anybody uses it, noted beside it as `NAME.repair`.
///
/// Each step of a repair is noted before it begins, so that whoever opens the store after a kill or
/// a power cut takes it up where it stopped. If there is no note, opening costs one look.
enum RepairNote: Equatable {
  /// SQLite called the file damaged: check it. `tries` counts those who died of it.
  case check(tries: Int)

  /// Its files are on their way to set `number`.
  case settingAside(number: Int)

  /// They are there; what can be read of set `number` is to be copied into a fresh store.
  case salvage(number: Int, tries: Int)

  static func path(besides path: String) -> String { path + ".repair" }

  static func exists(besides path: String) -> Bool { Files.exists(Self.path(besides: path)) }

  /// Nil if there is none, or what stands there is not ours.
  init?(besides path: String) {
    guard let bytes = Files.Reader(Self.path(besides: path))?.next(64) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0.filter { $0 != "\n" }) }.filter { $0 >= 0 }
    guard numbers.count == words.count - 1 else { return nil }
    switch (words.first, numbers.count) {
    case ("aside", 1): self = .settingAside(number: numbers[0])
    case ("salvage", 2): self = .salvage(number: numbers[0], tries: numbers[1])
    case ("check", 1): self = .check(tries: numbers[0])
    default: return nil
    }
  }

  private var text: String {
    switch self {
    case .check(let tries): "check \(tries)\n"
    case .settingAside(let number): "aside \(number)\n"
    case .salvage(let number, let tries): "salvage \(number) \(tries)\n"
    }
  }

  func write(besides path: String) throws(NavStore.Error) {
    guard !Self.exists(besides: path) || RepairNote(besides: path) != nil else {
      throw NavStore.Error(
        .damaged, "The file is damaged, and the note of it cannot be made: its name is taken.")
    }
    try Files.replace(Self.path(besides: path), with: text)
  }

  /// In the place of one of the same kind, also if the disk is full.
  func overwrite(besides path: String) {
    Files.overwrite(Self.path(besides: path), with: text)
  }

  static func remove(besides path: String) {
    _ = Files.remove(Self.path(besides: path))
    Files.syncFolder(of: path)
  }

  /// From a store that is in use: the next one to open the file shall check it. If there is a
  /// note already, it stays.
  static func askForCheck(of path: String) {
    let note = RepairNote.check(tries: 0)
    guard !exists(besides: path) else { return }
    try? note.write(besides: path)
  }
}

/// The steps of a repair, in order: after each of them a kill leaves a state of its own. For tests.
package enum RepairStep: String, CaseIterable, Sendable {
  case checkNoted
  case locked
  case noted
  case databaseMoved
  case logMoved
  case sharedMemoryMoved
  case journalMoved
  case namesSynced
  case oldSetsDeleted
  case moved
  case salvageNoted
  case replayed
  case created
  case salvaged
  case counted
}
