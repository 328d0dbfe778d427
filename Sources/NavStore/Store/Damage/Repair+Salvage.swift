import NavStorePlatform
import NavStoreSQLite

extension Repair {
  /// Makes a fresh store and copies into it what can be read of set `number`. Nil if what is at
  /// the path by now is damaged too.
  mutating func salvage(from number: Int, tries: Int) throws(NavStore.Error) -> StoreFile? {
    let aside = DamagedFile.path(number, besides: path)
    if let found = DamagedFile.suffixes.first(where: { Files.exists(aside + $0.suffix) }) {
      setAside = aside + found.suffix
    }
    let copy = LogCopy(besides: path)
    defer { copy.remove() }
    guard tries < Self.tries else {
      var file = try begin()
      file?.report.lacksStacks = true
      RepairNote.remove(besides: path)
      return file
    }
    // A database that is gone was deleted by somebody: it stays so.
    let isInLog = Files.exists(aside) && StoreSign.place(at: aside) == .log
    if isInLog { try copy.make(of: aside) }
    try RepairNote.salvage(number: number, tries: tries + 1).write(besides: path)
    do throws(NavStore.Error) {
      try didTake(.salvageNoted)
      if isInLog, !Files.exists(path) { useCopy(copy) }
      try didTake(.replayed)
      guard var file = try begin() else { return nil }
      try didTake(.created)
      // A copy that became the store leaves nothing to copy.
      try copyStacks(from: isInLog ? copy.path : aside, into: &file)
      RepairNote.remove(besides: path)
      return file
    } catch  where error.isRetriable {
      // The disk is full, or somebody is in the way: nobody has died of it.
      RepairNote.salvage(number: number, tries: tries).overwrite(besides: path)
      throw error
    }
  }

  /// Makes the copy the store if all of one is in it.
  private func useCopy(_ copy: LogCopy) {
    let options = configuration.databaseOptions(newestVersion: configuration.newestVersion)
    guard copy.becomesWhole(options, until: .now + configuration.repairBudget) else { return }
    if Files.move(copy.path, to: path) { Files.syncFolder(of: path) }
  }

  /// Opens the store that takes the place of the one set aside, made now if there is none. Nil
  /// if what is at the path by now is damaged too.
  private func begin() throws(NavStore.Error) -> StoreFile? {
    do throws(NavStore.Error) {
      if !Files.exists(path) {
        // A log here has no database either: it goes with the set, or stays if it is known.
        guard !hasLogAlone else { throw NavStore.Error(.damaged, "A log without its file.") }
        try StoreFile.create(path)
      }
      return try StoreFile.openExisting(path, url: url, configuration: configuration)
    } catch  where error.reason == .damaged || error.reason == .fileReplaced {
      RepairNote.remove(besides: path)
      return nil
    }
  }

  private func copyStacks(
    from source: String, into file: inout StoreFile
  ) throws(NavStore.Error) {
    let salvage = Salvage(configuration: configuration, budget: configuration.repairBudget)
    let found = try salvage.run(from: source, into: file.connection)
    file.report.salvagedScenes = found.scenes
    file.report.salvagedStacks = found.stacks
    file.report.shortenedStacks = found.shortened
    file.report.losses = found.losses
    file.report.lacksStacks = found.lacksStacks
    try didTake(.salvaged)
    salvage.count(file.connection)
    try didTake(.counted)
    let connection = file.connection
    if found.scenes > 0 { try NavStore.Error.wrapping { try bringToDisk(connection) } }
  }
}
