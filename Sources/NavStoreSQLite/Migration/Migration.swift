import CSQLite

/// One numbered step of the schema: SQL that takes a file from `version - 1` to `version`.
package struct Migration: Sendable {
  package let version: Int32
  package let name: String

  /// The rows of `sqlite_schema` in a file of this version, as a script that creates them.
  ///
  /// Each row ends with an empty line. After its statement, a comment has its other columns,
  /// because `VACUUM` trusts them. A row without SQL has an empty statement. The row of
  /// `sqlite_sequence` is left out, because its statement can't be run. The last line is the number
  /// of rows, so that one row can't have the text of two.
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
