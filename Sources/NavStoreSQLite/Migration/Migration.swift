import CSQLite

/// One numbered step of the schema: SQL that takes a file from `version - 1` to `version`.
package struct Migration: Sendable {
  package let version: Int32
  package let name: String

  /// The ``Connection/schema`` of a file of this version. The first migration also runs it in the
  /// new file. A later migration has statements such as `ALTER TABLE` in its ``script`` instead.
  package let schema: String

  package let script: StaticString

  package init(version: Int32, name: String, schema: String, script: StaticString) {
    self.version = version
    self.name = name
    self.schema = schema
    self.script = script
  }
}
