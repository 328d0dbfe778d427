/// What makes a file ours, and how its connections behave.
package struct DatabaseOptions: Sendable {
  /// The number in the header that says whose file it is.
  package var applicationID: Int32

  /// The newest schema this build knows; a file with a later one is refused untouched.
  package var newestVersion: Int32
  package var durability: Durability
  package var busyTimeoutMilliseconds: Int

  /// The longest row that is read or written.
  package var rowBytes = 4_194_304

  /// What opening may cost, up to the first migration.
  package var openingLimit = WorkLimit.none

  /// Looks at a file of ours, of the version given, before anything in it is trusted or changed, in
  /// the snapshot in which it was found to be ours.
  package var verify: @Sendable (Connection, _ version: Int32) throws -> Void = { _, _ in }

  /// The name of a registered `sqlite3_vfs`; nil: the system's. Tests put one in between.
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

/// Why a file is not opened, though SQLite could.
package enum OpenRefusal: Error, Equatable, Sendable {
  /// It carries another application's data.
  case foreign(applicationID: Int32)

  /// A later build wrote it.
  case newer(version: Int32)

  /// It, or the volume it is on, cannot be written to.
  case readOnly

  /// The program's SQLite is too old.
  case oldLibrary(version: String)
}
