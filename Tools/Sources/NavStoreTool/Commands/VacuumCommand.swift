import ArgumentParser
import Foundation
import NavStore

struct VacuumCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vacuum",
    abstract: "Writes the file anew, without free space and forgotten bytes.",
    discussion: """
      Finishes what an erasure left to do, gives free pages back and moves the log into the database. \
      Takes nothing away that can be asked for, so it does not ask. About 12 ms for each megabyte; an app \
      that has the store open waits meanwhile with its saves.

      Example:
        navstore vacuum store.sqlite
      """)

  @OptionGroup var store: StoreArgument

  func run() async throws {
    // Refuses a file that can't be read, before anything is changed.
    try await StoreCopy.with(store.file) { _ in }
    let before = try OriginalFile(store.file)
    try await OpenedStore.with(store.file, configuration: .forLooking) { store in
      // Erases what was forgotten before, and forgets nothing.
      let history: NavHistory<UnknownRoute> = store.history(account: nil)
      try await history.erase(.dates(.distantPast..<(.distantPast)))
    }
    try writeAnew(before.path)
    let after = try OriginalFile(store.file)
    try Output.line(
      "\(before.databaseBytes.of("byte")) and a log of \(before.logBytes.grouped) before, "
        + "\(after.databaseBytes.grouped) and \(after.logBytes.grouped) now.")
  }

  /// The public API writes the file anew only if there is something to erase.
  private func writeAnew(_ path: String) throws {
    let connection = try Connection(path, writes: true)
    defer { connection.close() }
    // Else a second copy of everything comes to lie in a file among the temporary ones.
    try connection.run("PRAGMA temp_store = MEMORY")
    try connection.run("PRAGMA secure_delete = ON")
    try connection.run("VACUUM")
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
