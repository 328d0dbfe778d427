import CFloor
import Foundation
import NavStore

/// What opening a store takes that has to be checked or repaired first, and how long `save` and
/// `restore` wait in a process that has the file open while another one opens it so.
struct Repairs {
  /// What is wrong with the file.
  enum Fault: String, CaseIterable {
    /// Nothing: what every other figure is to be compared with.
    case none = "nothing"

    /// Somebody met damage that is not there.
    case noted = "a check"

    /// An index lacks a row: all indexes are built anew.
    case index = "an index"

    /// A table that is not ours: the file is set aside, its scenes and stacks are salvaged.
    case schema = "set aside"

    func apply(to url: URL) throws {
      switch self {
      case .none: return
      case .noted: break
      case .index:
        // The row goes while the schema does not know the index.
        try run(
          """
          CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'item_recent';
          PRAGMA writable_schema = ON;
          DELETE FROM sqlite_schema WHERE name = 'item_recent';
          """, url)
        try run(
          """
          UPDATE item SET visits = visits + 1 WHERE id = 100;
          UPDATE item SET visits = visits - 1 WHERE id = 101;
          PRAGMA writable_schema = ON;
          INSERT INTO sqlite_schema SELECT * FROM kept;
          DROP TABLE kept;
          """, url)
      case .schema: return try run("CREATE TABLE stranger (x)", url)
      }
      try Data("check 0\n".utf8).write(to: URL(fileURLWithPath: url.path + ".repair"))
    }

    private func run(_ script: String, _ url: URL) throws {
      let code = floor_run(url.path, script)
      guard code == 0 else { throw Failed(code: code) }
    }
  }

  struct Failed: Error {
    let code: Int32
  }

  /// What a process of its own does: opens the store, and says how long that took and what came of it.
  static func open(_ url: URL) async throws {
    let start = ContinuousClock.now
    func say(_ what: String) {
      print("\(String(format: "%.0f", (ContinuousClock.now - start).seconds * 1_000)) | \(what)")
    }
    do {
      let store = try NavStore(url: url, configuration: Waits.configuration)
      say(store.openReport.description.split(separator: "\n").joined(separator: ", "))
      try await store.close()
    } catch {
      say("\(error)")
    }
  }

  /// Each fault in a file of its own: first while nobody else has it open, then while this process has.
  static func measure(_ original: URL, in folder: URL) async throws {
    print(
      "\nopening | alone ms | came to | beside ms | came to | save longest ms | restore longest ms")
    for fault in Fault.allCases {
      let alone = try Waits.copy(original, in: folder)
      try fault.apply(to: alone)
      let first = try await opened(alone)
      Waits.delete(alone)

      let shared = try Waits.copy(original, in: folder)
      let store = try NavStore(url: shared, configuration: Waits.configuration)
      try store.save([Waits.Page.make(1)], in: "scene 0", account: "eve")
      try fault.apply(to: shared)
      let isDone = Flag()
      let other = Task.detached {
        defer { isDone.set() }
        return try await opened(shared)
      }
      let (saves, restores) = Waits.use(store, until: isDone)
      print(
        [
          fault.rawValue, first, try await other.value, saves.longestText, restores.longestText,
        ].joined(separator: " | "))
      try? await store.close()
      Waits.delete(shared)
    }
  }

  private static func opened(_ url: URL) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--open", url.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
