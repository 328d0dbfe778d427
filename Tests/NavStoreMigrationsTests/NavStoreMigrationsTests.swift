import Foundation
import NavStoreMigrations
import NavStoreSQLite
import Testing

@Suite("The list of migrations")
struct NavStoreMigrationsTests {
  /// The folder `Migrations/` of the package, two levels above the folder of this file.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Migrations", isDirectory: true)

  @Test("The list names the files of the folder, in their order")
  func listAndFolder() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".sql") }
      .sorted()
    #expect(NavStoreMigrations.all.map { $0.name + ".sql" } == names)
  }

  @Test("Versions count from 1 without a gap, and each name begins with its own")
  func versions() {
    for (index, migration) in NavStoreMigrations.all.enumerated() {
      #expect(migration.version == Int32(index + 1))
      let digits = String(migration.version)
      let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      #expect(migration.name.hasPrefix("V\(padded)__"))
      #expect(migration.name.wholeMatch(of: /V[0-9]{4}__[a-z0-9]+(_[a-z0-9]+)*/) != nil)
    }
    #expect(!NavStoreMigrations.all.isEmpty)
  }

  @Test("Each compiled script equals its file, byte for byte", arguments: NavStoreMigrations.all)
  func bytes(migration: Migration) throws {
    let file = try Array(
      Data(contentsOf: Self.folder.appendingPathComponent(migration.name + ".sql")))
    let script = migration.script.withUTF8Buffer { [UInt8]($0) }
    #expect(script == file, "Run Migrations/embed, which rewrites the Swift file.")
    // The script is passed as a C string, which a zero byte would end.
    #expect(!script.contains(0))
  }
}
