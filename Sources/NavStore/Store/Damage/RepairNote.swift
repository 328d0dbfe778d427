/// What is to be done about a store's file before anybody uses it, noted beside it as `NAME.repair`.
///
/// Each step of a repair is noted before it begins, so that whoever opens the store after a kill or
/// a power cut takes it up where it stopped. Where there is no note, opening costs one look.
enum RepairNote: Hashable {
  /// SQLite called the file damaged: check it. `tries` counts those who died of it.
  case check(tries: Int)

  /// Its files are on their way to set `number`.
  case settingAside(number: Int)

  /// They are there; what can be read of set `number` is to be copied into a fresh store.
  case salvage(number: Int, tries: Int)

  static func path(besides path: String) -> String { path + ".repair" }

  static func exists(besides path: String) -> Bool { Files.exists(Self.path(besides: path)) }

  /// Nil where there is none. One that cannot be read asks for a check: somebody meant something.
  init?(besides path: String) {
    guard let text = Files.text(Self.path(besides: path)) else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    let numbers = words.dropFirst().compactMap { Int($0) }.filter { $0 >= 0 }
    switch (words.first, numbers.count) {
    case ("aside", 1): self = .settingAside(number: numbers[0])
    case ("salvage", 2): self = .salvage(number: numbers[0], tries: numbers[1])
    case ("check", 1): self = .check(tries: numbers[0])
    default: self = .check(tries: 0)
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
    guard Files.replace(Self.path(besides: path), with: text) else {
      throw NavStore.Error(.damaged, "The file is damaged and cannot be set aside.")
    }
  }

  static func remove(besides path: String) {
    _ = Files.remove(Self.path(besides: path))
    Files.syncFolder(of: path)
  }

  /// From a store that is in use: the next one to open the file shall check it. Where there is a
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
  case created
  case salvageNoted
  case salvaged
  case folded
}
