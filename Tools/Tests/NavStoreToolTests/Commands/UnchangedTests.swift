import Foundation
import Testing

/// Commands that must not change the store of ``StoreFolder/make()``, because they only read it or
/// get no consent to a removal. `OUT` stands for a path outside the store's folder.
let readingCommands: [[String]] = [
  ["inspect"], ["inspect", "--json"], ["stack", "--scene", "main"], ["history"],
  ["tree", "--scene", "main"], ["report", "--html", "OUT"], ["check"], ["export"],
  ["forget", "--everything", "--dry-run"], ["forget", "--everything"],
  ["prune", "--dry-run", "--count", "1"], ["prune", "--age", "0d", "--count", "0"],
]

@Suite struct UnchangedTests {
  private func run(_ command: [String], on folder: StoreFolder) throws {
    let out = try StoreFolder()
    let arguments = command.dropFirst().map { $0 == "OUT" ? out.path("page.html") : $0 }
    let run = try ToolRun([command[0], folder.store] + arguments)
    // `forget` and `prune` ask for consent. They get no answer and end with status 2.
    let asks = !arguments.contains("--dry-run") && ["forget", "prune"].contains(command[0])
    #expect(run.status == (asks ? 2 : 0), "\(run.complaint)")
  }

  @Test(
    "Reading changes no byte of a store at rest, and creates no file next to it",
    arguments: readingCommands)
  func atRest(_ command: [String]) async throws {
    let folder = try await StoreFolder.make()
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.store + suffix)
    }
    let before = try folder.fingerprint()
    try run(command, on: folder)
    #expect(try folder.fingerprint() == before)
  }

  @Test(
    "Reading changes no byte of a store that another program has open", arguments: readingCommands)
  func inUse(_ command: [String]) async throws {
    let folder = try await StoreFolder.make()
    let other = try OtherProgram(folder.store)
    try other.run("UPDATE item SET title = 'From the log' WHERE title = 'Running shoe'")
    try other.run("BEGIN; SELECT count(*) FROM visit")
    let before = try folder.fingerprint()
    #expect(!before.contains { $0.hasSuffix(" 0 \(folder.store)-wal") }, "The WAL has content")
    try run(command, on: folder)
    #expect(try folder.fingerprint() == before)
  }

  @Test("Changes that are only in the WAL are read")
  func readsWAL() async throws {
    let folder = try await StoreFolder.make()
    let other = try OtherProgram(folder.store)
    try other.run("UPDATE item SET title = 'From the log' WHERE title = 'Running shoe'")
    #expect(try ToolRun("history", folder.store).output.contains("From the log"))
    // Another program holds the write lock. The command reads a copy of the store, so it needs no
    // lock.
    try other.run("BEGIN IMMEDIATE")
    #expect(try ToolRun("history", folder.store).output.contains("From the log"))
  }

  @Test("A copy that is made while an app writes is intact")
  func copiesWhileWriting() async throws {
    let folder = try StoreFolder()
    let app = Process()
    app.executableURL = URL(fileURLWithPath: try ToolRun.path("navstore-sample"))
    app.arguments = [folder.store, "visits", "20000"]
    try app.run()
    // Waits until `inspect` can read the store that the app creates.
    while app.isRunning, (try ToolRun("inspect", folder.store).status) != 0 {}
    repeat {
      let run = try ToolRun("check", folder.store)
      #expect(run.status == 0, "\(run.output) \(run.complaint)")
    } while app.isRunning
    #expect(app.terminationStatus == 0)
  }

  @Test("A WAL that no process has open is read too, without its index")
  func readsLeftWAL() async throws {
    let folder = try await StoreFolder.make()
    let copy = try StoreFolder()
    let other = try OtherProgram(folder.store)
    try other.run("UPDATE item SET title = 'From the log' WHERE title = 'Running shoe'")
    for suffix in ["", "-wal"] {
      _ = try ToolRun(
        URL(fileURLWithPath: "/bin/cp"), [folder.store + suffix, copy.store + suffix])
    }
    let before = try copy.fingerprint()
    #expect(try ToolRun("history", copy.store).output.contains("From the log"))
    #expect(try copy.fingerprint() == before)
  }

  @Test("No copy is left in the temporary folder")
  func leavesNothing() async throws {
    let folder = try await StoreFolder.make()
    let own = try StoreFolder()
    for command in readingCommands where !command.contains("OUT") {
      _ = try ToolRun(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["TMPDIR=\(own.url.path)", try ToolRun.path("navstore")] + [command[0], folder.store]
          + command.dropFirst())
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: own.url.path).isEmpty)
  }
}
