import NavStorePlatform
import NavStoreSQLite

/// Opening if something must be done first: there is no file yet, it is damaged, or somebody
/// noted that it is. One at a time: see ``FolderLock``.
struct Repair: ~Copyable {
  let path: String
  let url: URL
  let configuration: NavStore.Configuration

  /// How many times longer than a check building the indexes anew may take.
  private static let rebuildBudgets = 10

  /// How often a process may die of a check or a salvage before it is left out.
  static let tries = 2

  /// What has been done so far.
  var setAside: String?
  private var hasRebuiltIndexes = false
  private var hasBeenSound = false

  private init(path: String, url: URL, configuration: NavStore.Configuration) {
    self.path = path
    self.url = url
    self.configuration = configuration
  }

  static func run(
    _ path: String, url: URL, configuration: NavStore.Configuration
  ) throws(NavStore.Error) -> StoreFile {
    let wait = configuration.busyTimeoutMilliseconds
    return try OpeningGate.with(path, waitMilliseconds: wait) { () throws(NavStore.Error) in
      try FolderLock.with(besides: path, waitMilliseconds: wait) { () throws(NavStore.Error) in
        var repair = Repair(path: path, url: url, configuration: configuration)
        return try repair.run()
      }
    }
  }

  private mutating func run() throws(NavStore.Error) -> StoreFile {
    // Each round takes one more step, or finds that another process took it.
    for _ in 0..<10 {
      var file: StoreFile?
      switch RepairNote(besides: path) {
      case nil: file = try open()
      case .check(let tries): file = try check(tries: tries)
      case .settingAside(let number): try moveAside(to: number, isNoted: true)
      case .salvage(let number, let tries): file = try salvage(from: number, tries: tries)
      }
      if var file {
        file.report.setAside = setAside.map { URL(fileURLWithPath: $0) }
        file.report.rebuiltIndexes = hasRebuiltIndexes
        return file
      }
    }
    throw NavStore.Error(.busy, "Another process keeps replacing the store.")
  }

  func didTake(_ step: RepairStep) throws(NavStore.Error) {
    guard let hook = configuration.repairStep else { return }
    try NavStore.Error.wrapping { try hook(step) }
  }

  // MARK: Steps

  /// Opens the file, made now if there is none. Nil if it was damaged.
  private mutating func open() throws(NavStore.Error) -> StoreFile? {
    do throws(NavStore.Error) {
      guard !hasLogAlone else {
        throw NavStore.Error(
          .damaged, "There is a log, and the file it belongs to is empty or gone.")
      }
      // SQLite takes a single byte for none, and would write over it.
      guard Files.size(path) != 1 else { throw NavStore.Error(.damaged, "The file has one byte.") }
      if !Files.exists(path) { try StoreFile.create(path) }
      return try StoreFile.openExisting(path, url: url, configuration: configuration)
    } catch  where error.reason == .fileReplaced {
      return nil
    } catch  where error.reason == .notAStore && configuration.renamesStrangers {
      try moveAside(to: nextNumber, isNoted: false)
      return nil
    } catch  where error.reason == .damaged {
      // Whatever the policy: what never was a store is not a damaged one.
      try refuseStranger()
      guard configuration.quarantinesDamagedFile else { throw error }
      let isIndexPerhaps = error.sqliteCode.map { ResultCode(rawValue: $0).primary == .corrupt }
      if isIndexPerhaps == true, !hasRebuiltIndexes {
        switch try examine() {
        case .repaired:
          hasRebuiltIndexes = true
          return nil
        case .sound where !hasBeenSound:
          hasBeenSound = true
          return nil
        case .sound, .unfinished, .damaged: break
        }
      }
      try moveAside(to: nextNumber, isNoted: false)
      return nil
    }
  }

  private var nextNumber: Int { DamagedFile.nextNumber(besides: path) }

  /// Whether there is a log without a database, or with an empty one. SQLite would delete it.
  ///
  /// A journal is none: what it is to undo has never begun.
  var hasLogAlone: Bool {
    // The log first: whoever makes a store writes the database before there is a log.
    (Files.size(path + "-wal") ?? 0) > 0 && (Files.size(path) ?? 0) <= 1
  }

  /// Throws if the file was never a store, unless such files are renamed.
  private func refuseStranger() throws(NavStore.Error) {
    guard !configuration.renamesStrangers,
      StoreSign.place(at: path, vfs: configuration.vfs) == nil
    else { return }
    throw NavStore.Error(.notAStore, "The file is not a store, and was never one.")
  }

  /// What somebody asked for who met damage.
  private mutating func check(tries: Int) throws(NavStore.Error) -> StoreFile? {
    guard Files.kind(path) == .regular else {
      RepairNote.remove(besides: path)
      return nil
    }
    guard configuration.quarantinesDamagedFile else {
      return try StoreFile.openExisting(path, url: url, configuration: configuration)
    }
    guard tries < Self.tries else {
      try moveAside(to: nextNumber, isNoted: false)
      return nil
    }
    try RepairNote.check(tries: tries + 1).write(besides: path)
    try didTake(.checkNoted)
    switch try examine() {
    case .damaged:
      try moveAside(to: nextNumber, isNoted: false)
    case .repaired:
      hasRebuiltIndexes = true
      RepairNote.remove(besides: path)
    case .sound, .unfinished:
      // Too large to be checked in time: the next sign of damage asks again.
      RepairNote.remove(besides: path)
    }
    return nil
  }

  private enum Finding {
    case sound, repaired, damaged, unfinished
  }

  /// Checks the whole file; if only indexes are damaged, builds them anew.
  private func examine() throws(NavStore.Error) -> Finding {
    let budget = configuration.repairBudget
    do {
      guard !hasLogAlone else { return .damaged }
      let connection = try Database.open(
        path: path,
        options: configuration.databaseOptions(newestVersion: configuration.newestVersion),
        mayCreate: false
      ).connection
      defer { connection.close() }
      switch try connection.checkIntegrity(until: .now + budget) {
      case .sound: return .sound
      case .damaged: return .damaged
      case .unfinished: return .unfinished
      case .indexDamage:
        // Sorting a table takes longer than reading it, and nothing else keeps all of the history.
        switch try connection.rebuildIndexes(until: .now + budget * Self.rebuildBudgets) {
        case .unfinished: return .unfinished
        case .damaged, .indexDamage: return .damaged
        case .sound:
          try bringToDisk(connection)
          return .repaired
        }
      }
    } catch is FileMoved {
      return .sound
    } catch {
      let error = NavStore.Error(error)
      guard error.reason == .damaged else { throw error }
      return .damaged
    }
  }

  /// Before the note goes: a power cut would cost what no later open does again.
  func bringToDisk(_ connection: Connection) throws {
    _ = try connection.checkpoint(
      .truncate, waitMilliseconds: configuration.busyTimeoutMilliseconds)
  }

  /// Moves the file with all that belongs to it to set `number`, and notes that it is to be salvaged.
  ///
  /// Only while nobody has it in use: who had would go on writing to a file that nobody reads, and
  /// might open the fresh one's log beside it.
  private mutating func moveAside(to number: Int, isNoted: Bool) throws(NavStore.Error) {
    let aside = DamagedFile.path(number, besides: path)
    // Somebody may have planted the note.
    if !DamagedFile.numbers(besides: path).contains(number) { try refuseStranger() }
    var holder: Connection?
    if Files.exists(path), !(isNoted && Files.exists(aside)) {
      holder = try lockedConnection()
      // Somebody else was quicker.
      if holder == nil { return }
    }
    defer { holder?.close() }
    try didTake(.locked)
    if !isNoted {
      try RepairNote.settingAside(number: number).write(besides: path)
      try didTake(.noted)
    }
    // If the file was moved and is there again, somebody who does not know us made it.
    let isForeign = holder == nil && Files.exists(path)
    for (suffix, step) in DamagedFile.suffixes {
      if !isForeign, Files.exists(path + suffix), !Files.exists(aside + suffix) {
        guard Files.move(path + suffix, to: aside + suffix) else {
          throw NavStore.Error(.damaged, "The file is damaged and cannot be set aside.")
        }
      }
      try didTake(step)
    }
    Files.syncFolder(of: path)
    try didTake(.namesSynced)
    // A name that is gone may be back after a power cut, though what was noted later is there.
    if DamagedFile.deleteOldest(besides: path, sparing: number) { Files.syncFolder(of: path) }
    try didTake(.oldSetsDeleted)
    try RepairNote.salvage(number: number, tries: 0).write(besides: path)
    try didTake(.moved)
  }

  /// A connection that has the file for itself; nil if the path names another one meanwhile.
  private func lockedConnection() throws(NavStore.Error) -> Connection? {
    do {
      let connection = try Database.openUnread(
        path: path, vfs: configuration.vfs)
      guard try connection.lockFile(waitMilliseconds: configuration.busyTimeoutMilliseconds) else {
        throw NavStore.Error(
          .busy, "The file is damaged, and can't be set aside while another process has it open.")
      }
      return connection.hasMoved ? nil : connection
    } catch {
      throw NavStore.Error(error)
    }
  }
}
