import ArgumentParser
import Foundation
import NavStore
import NavStoreInspection

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says whether a store is sound.",
    discussion: """
      Checks every page and index, every reference, and the checksum of every route in the history. \
      Exit status: 0, sound; 1, damaged; 2, it could not be checked (no store, a newer one, busy). \
      Checks a copy; the file is not changed.

      Example:
        navstore check store.sqlite && echo sound
      """)

  @OptionGroup var store: StoreArgument

  func run() async throws {
    let findings = try await findings()
    for finding in findings { try Output.line(finding.printable) }
    guard findings.isEmpty else { throw ExitCode(1) }
    try Output.line("The store is sound.")
  }

  private func findings() async throws -> [String] {
    let original = try OriginalFile(store.file)
    let folder = try TemporaryFolder()
    defer { folder.delete() }
    let url = try original.copy(into: folder)
    let damage = try pageDamage(url)
    // Returns before the copy is opened as a store, because NavStore's error for a damaged file has
    // fewer details than SQLite's findings.
    if !damage.isEmpty { return damage }
    return try await contents(url)
  }

  private func pageDamage(_ url: URL) throws -> [String] {
    let connection = try Connection(url.path)
    defer { connection.close() }
    return try InspectorTable(db: connection).damage()
  }

  private func contents(_ url: URL) async throws -> [String] {
    do {
      let store = try NavStore(url: url, configuration: .forTool)
      let findings = try await contents(store, url)
      try? await store.close()
      return findings
    } catch let error as NavStore.Error where error.code == .fileUnusable && !error.isRetriable {
      // NavStore also refuses a file that a later version wrote, which isn't damaged. Throws
      // NavStore's error if the file's schema is newer than the schema of a new store.
      let fresh = url.appendingPathExtension("fresh")
      try await NavStore(url: fresh).close()
      guard try version(of: url) <= version(of: fresh) else { throw error }
      return [error.errorDescription ?? error.message]
    }
  }

  private func contents(_ store: NavStore, _ url: URL) async throws -> [String] {
    _ = try await store.report()
    let connection = try Connection(url.path)
    defer { connection.close() }
    var findings = try InspectorTable(db: connection).contradictions()
    let damagedRoutes = try await damagedRoutes(store)
    if damagedRoutes > 0 {
      findings.append("\(damagedRoutes.of("visit")) whose route is damaged or lost")
    }
    return findings
  }

  private func version(of url: URL) throws -> Int {
    let connection = try Connection(url.path)
    defer { connection.close() }
    return try connection.all("PRAGMA user_version") { Int($0.int(0)) }.first ?? 0
  }

  /// Returns the number of visits whose route is lost or fails its checksum, which an export marks
  /// with `"damaged":true`.
  private func damagedRoutes(_ store: NavStore) async throws -> Int {
    var count = 0
    // The mark `"damaged":true` is the last member of a line. Text in the line can't look like the
    // mark, because JSON escapes quotation marks in strings.
    for try await line in store.exportHistory() where line.hasSuffix(",\"damaged\":true}") {
      count += 1
    }
    return count
  }
}
