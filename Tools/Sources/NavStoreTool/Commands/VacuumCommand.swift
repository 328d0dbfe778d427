import ArgumentParser
import Foundation
import NavStore

struct VacuumCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vacuum",
    abstract: "Rewrites the file without free space and forgotten bytes.",
    discussion: """
      Finishes what an erasure left to do, gives free pages back and moves the log into the database. \
      Takes nothing away that can be asked for, so it does not ask. About 12 ms for each megabyte; an app \
      that has the store open waits meanwhile with its saves.

      Example:
        navstore vacuum store.sqlite
      """)

  @OptionGroup var store: StoreArgument

  func run() async throws {
    // Opens a copy of the store. If the file can't be read, the opening of the copy throws, and the
    // file is unchanged.
    try await StoreCopy.with(store.file) { _ in }
    let before = try OriginalFile(store.file)
    try await OpenedStore.with(store.file, configuration: .forTool) { store in
      // Erases the bytes of data that was forgotten before this command. The range of dates is
      // empty, so the command forgets no visit.
      let history: NavHistory<UnknownRoute> = store.history(account: nil)
      try await history.erase(.dates(.distantPast..<(.distantPast)))
    }
    try rewrite(before.path)
    let after = try OriginalFile(store.file)
    try Output.line(
      "\(before.databaseBytes.of("byte")) and a log of \(before.logBytes.grouped) before, "
        + "\(after.databaseBytes.grouped) and \(after.logBytes.grouped) now.")
  }

  /// Rewrites the database with SQLite's `VACUUM`. NavStore's `erase` rewrites the database only if
  /// there is data to erase.
  private func rewrite(_ path: String) throws {
    let connection = try Connection(path, writes: true)
    defer { connection.close() }
    // By default, `VACUUM` writes a copy of all data to a temporary file. The bytes of the data
    // would remain on the disk after the file is deleted.
    try connection.run("PRAGMA temp_store = MEMORY")
    try connection.run("PRAGMA secure_delete = ON")
    try connection.run("VACUUM")
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
