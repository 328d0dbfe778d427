/// How to recognize our file, and how its connections behave.
package struct DatabaseOptions: Sendable {
  /// The application id in the header of our files.
  package var applicationID: Int32

  /// The newest schema that this build supports. A file with a later schema is refused and left
  /// unchanged.
  package var newestVersion: Int32
  package var durability: Durability
  package var busyTimeoutMilliseconds: Int

  /// The length of the longest row that is read or written, in bytes.
  package var rowBytes = 4_194_304

  /// The limit of the work that opening does, up to the first migration.
  package var openingLimit = WorkLimit.none

  /// Checks a file of ours, with the given version, before its content is trusted or changed. Runs
  /// in the snapshot in which the file was recognized as ours.
  package var verify: @Sendable (Connection, _ version: Int32) throws -> Void = { _, _ in }

  /// The name of a registered `sqlite3_vfs`. `nil` stands for the system's default; tests insert
  /// their own.
  package var vfs: String?

  package init(
    applicationID: Int32, newestVersion: Int32, durability: Durability,
    busyTimeoutMilliseconds: Int, vfs: String? = nil
  ) {
    self.applicationID = applicationID
    self.newestVersion = newestVersion
    self.durability = durability
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.vfs = vfs
  }
}

/// Why a file is not opened although SQLite could open it.
package enum OpenRefusal: Error, Equatable, Sendable {
  /// The file contains another application's data.
  case foreign(applicationID: Int32)

  /// A later build wrote the file.
  case newer(version: Int32)

  /// The file, or its volume, is not writable.
  case readOnly

  /// The program's SQLite is too old.
  case oldLibrary(version: String)
}
