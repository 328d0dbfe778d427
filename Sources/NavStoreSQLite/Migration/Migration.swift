import CSQLite

/// One numbered step of the schema: SQL that takes a file from `version - 1` to `version`.
package struct Migration: Sendable {
  package let version: Int32
  package let name: String

  /// The ``Connection/schemaFingerprint`` of a file of this version.
  package let fingerprint: UInt64

  package let script: StaticString

  package init(version: Int32, name: String, fingerprint: UInt64, script: StaticString) {
    self.version = version
    self.name = name
    self.fingerprint = fingerprint
    self.script = script
  }
}
