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

  @Test(
    "Each compiled script has the statements of its file, without the comments between them",
    arguments: NavStoreMigrations.all)
  func statements(migration: Migration) throws {
    let file = try String(
      contentsOf: Self.folder.appendingPathComponent(migration.name + ".sql"), encoding: .utf8)
    let lines = file.split(separator: "\n").filter { !$0.hasPrefix("--") }
    let statements = lines.joined(separator: "\n").components(separatedBy: ";\n")
    // The first migration also runs its schema, which has the CREATE statements of its file.
    let created = statements.filter { migration.version == 1 && $0.hasPrefix("CREATE ") }
    let script = "\(migration.script)"
    let others = statements.filter { !created.contains($0) }.joined(separator: ";\n")
    #expect(script == others + "\n", "Run Migrations/embed, which rewrites the Swift file.")
    #expect(created.allSatisfy { migration.schema.contains($0 + "; -- ") })
    // The texts are passed as C strings, which a zero byte would end.
    #expect(!script.utf8.contains(0) && !migration.schema.utf8.contains(0))
  }
}
