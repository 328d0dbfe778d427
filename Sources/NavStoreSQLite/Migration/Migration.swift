/// One numbered step of the schema: SQL that takes a file from `version - 1` to `version`.
package struct Migration: Sendable {
  package let version: Int32
  package let name: String

  /// The SQL text.
  package let script: StaticString

  package init(version: Int32, name: String, script: StaticString) {
    self.version = version
    self.name = name
    self.script = script
  }
}
