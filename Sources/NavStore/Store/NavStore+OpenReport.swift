import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// The result of opening a store.
  package struct OpenReport: Sendable, CustomStringConvertible {
    /// The location of the file; `nil` for a store in memory.
    package internal(set) var url: URL?

    /// Whether opening has created the store, or replaced a damaged store by a fresh one.
    package var isNew = false

    /// The version of the file's schema before opening migrated it to a newer one; `nil` if it was
    /// not migrated.
    package var migratedFrom: Int?

    /// The version of the file's schema after opening.
    package var schemaVersion = 0

    /// The quarantined file, or `nil` if no file was damaged. Nothing in the quarantined file was
    /// deleted.
    ///
    /// Scenes and stacks that could be read were copied into the fresh store, with the visits on
    /// the stacks. A stack was copied up to the first route that fails its checksum. Lists, titles
    /// and small values were not copied.
    package internal(set) var quarantinedFile: URL?

    /// The number of scenes that were copied into the fresh store; 0 if no file was quarantined.
    package var salvagedScenes = 0

    /// The number of stacks that were copied into the fresh store; 0 if no file was quarantined.
    package var salvagedStacks = 0

    /// The number of stacks that were copied into the fresh store without some routes at their
    /// tops.
    package var shortenedStacks = 0

    /// The failures of stacks that could not be copied from the damaged file as a whole. Each
    /// restore of such a stack reports its failure in this launch.
    var failures: [StackKey: NavRestorationFailure] = [:]

    /// Whether the damaged file may have had stacks that could not be found, and so were not
    /// copied.
    var lacksStacks = false

    /// Whether opening has rebuilt damaged indexes. A rebuild loses no data.
    package var rebuiltIndexes = false

    /// The reason why ``NavStore/standard`` is in memory and saves nothing. The file that could not
    /// be opened is not changed.
    package internal(set) var fallbackReason: NavStore.Error?

    /// Whether ``NavStore/standard`` will open the file as soon as that is possible. This report is
    /// then replaced.
    package var waitsForFile = false

    /// Whether the program links two SQLite libraries, one with encryption and one without, and
    /// NavStore's calls reach the one without. The app's calls may reach the library without
    /// encryption too. If they do, `PRAGMA key` and `sqlite3_key` have no effect, and a database
    /// that the app gives a key is written as plain text.
    ///
    /// Don't link both libraries in one program. Keep the encrypted database in a process that
    /// doesn't link NavStore. The case is detected by the function `sqlite3_key` and the
    /// compile-time option [`HAS_CODEC`](https://www.zetetic.net/sqlcipher/sqlcipher-api/).
    package let mayDisableEncryption = SQLiteLibrary.bypassesCodec

    /// The reason why the store is in memory, or why a damaged file was replaced by a fresh one;
    /// otherwise, `nil`.
    var problem: NavStore.Error? {
      if let fallbackReason { return fallbackReason }
      guard let file = quarantinedFile else { return nil }
      return NavStore.Error(
        .damaged,
        """
        The file was damaged and is quarantined as \(file.lastPathComponent). \(salvagedScenes) scenes and \
        \(salvagedStacks) stacks were copied into a fresh file, \(shortenedStacks) of them \
        shortened\(lacksStacks ? ", others perhaps lost" : "").
        """)
    }

    static let encryptionWarning = """
      Caution: the program links an SQLite with encryption (sqlite3_key) besides the one that answers, which \
      has none: databases that the app gives a key may be written as plain text. Don't link both in one program.
      """

    /// The events of opening, one per line, without paths.
    package var description: String {
      var lines = [isNew ? "the store was made at this launch" : "schema \(schemaVersion)"]
      if let migratedFrom { lines.append("migrated from schema \(migratedFrom)") }
      return (lines + problems).joined(separator: "\n")
    }

    /// The problems that occurred when the store was opened, without paths.
    var problems: [String] {
      var problems: [String] = []
      if fallbackReason == nil, let text = problem?.errorDescription { problems.append(text) }
      if rebuiltIndexes {
        problems.append("Indexes of the file were damaged and have been rebuilt.")
      }
      if mayDisableEncryption { problems.append(Self.encryptionWarning) }
      if let fallbackReason {
        let end = waitsForFile ? "nothing is saved until its file opens" : "nothing will be saved"
        problems.append("The store works in memory: \(end). \(fallbackReason)")
      }
      return problems
    }
  }
}
