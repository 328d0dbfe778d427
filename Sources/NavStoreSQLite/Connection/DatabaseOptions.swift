/// The options for opening the file of a store: how to recognize it, and the settings of its
/// connections.
package struct DatabaseOptions: Sendable {
  /// The application id in the header of every store's file.
  package var applicationID: Int32

  /// The newest schema that this build supports. A file with a later schema is refused and left
  /// unchanged.
  package var newestVersion: Int32
  package var durability: Durability
  package var busyTimeoutMilliseconds: Int

  /// The limit of the work that opening does, up to the first migration.
  package var openingLimit = WorkLimit.none

  /// Checks a file that has the application id of stores and the given schema version, before its
  /// content is trusted or changed. Runs in the same snapshot as the check of the application id.
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

  /// A later build of the library wrote the file, with a schema that this build doesn't support.
  case newer(version: Int32)

  /// The file, or its volume, is not writable.
  case readOnly

  /// The file was renamed, replaced or deleted while it was being opened.
  case moved

  /// The program's SQLite is older than NavStore's statements require.
  case oldLibrary(version: String)
}
