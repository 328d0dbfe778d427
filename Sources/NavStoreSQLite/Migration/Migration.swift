import CSQLite

/// One numbered step of the schema: SQL that takes a file from `version - 1` to `version`.
package struct Migration: Sendable {
  package let version: Int32
  package let name: String

  /// The rows of `sqlite_schema` in a file of this version, as a script that creates them. A row is
  /// its statement, if it has one, and a comment with its other columns, because `VACUUM` trusts
  /// them. Empty lines separate the rows. The row of `sqlite_sequence` is left out.
  ///
  /// The first migration also runs the script in the new file. A later migration has statements such
  /// as `ALTER TABLE` in its ``script`` instead.
  package let schema: String

  package let script: StaticString

  package init(version: Int32, name: String, schema: String, script: StaticString) {
    self.version = version
    self.name = name
    self.schema = schema
    self.script = script
  }
}
