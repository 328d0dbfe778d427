/// One numbered step of the schema: SQL that takes a file from `version - 1` to `version`.
package struct Migration: Sendable {
  package let version: Int32
  package let name: String

  /// The SQL text, UTF-8.
  package let script: [UInt8]

  package init(version: Int32, name: String, script: [UInt8]) {
    self.version = version
    self.name = name
    self.script = script
  }
}
