import NavStoreSQLite

/// The schema, as numbered steps. The .sql files beside this one are compiled into the binary.
///
/// A released file is never edited: it is what users' stores were made with. A change of the
/// schema is a new file, named in Package.swift and added at the end of this list; a test holds
/// list and folder together, names and bytes.
package enum NavStoreMigrations {
  package static let all = [
    Migration(version: 1, name: "V0001__initial", script: PackageResources.V0001__initial_sql)
  ]
}
