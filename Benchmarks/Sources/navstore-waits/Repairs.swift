import CFloor
import Foundation
import NavStore

/// Measures the opening of a store whose file is checked or repaired by the opening.
///
/// Another process opens the store. This process, which has the file open, also measures the waits
/// of its own calls.
struct Repairs {
  /// The fault of the file that is opened.
  enum Fault: String, CaseIterable {
    /// The file has no fault, so that its figures can be compared with those of faulty files.
    case none = "nothing"

    /// The database is intact, but a file next to it notes that it may be damaged. The opening
    /// checks the whole database.
    case noted = "a check"

    /// An index of the file lacks a row. The opening rebuilds the index.
    case index = "an index"

    /// The file has a table that isn't NavStore's. The opening quarantines the file and copies its
    /// stacks into a new file.
    case schema = "a quarantine"

    func apply(to url: URL) throws {
      switch self {
      case .none: return
      case .noted: break
      case .index:
        // Removes the index from the schema, changes a row, and adds the index to the schema again.
        // The index then lacks the changed row.
        try run(
          """
          CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'item_recent';
          PRAGMA writable_schema = ON;
          DELETE FROM sqlite_schema WHERE name = 'item_recent';
          """, url)
        try run(
          """
          UPDATE item SET last = last + 1 WHERE id = 100;
          PRAGMA writable_schema = ON;
          INSERT INTO sqlite_schema SELECT * FROM kept;
          DROP TABLE kept;
          """, url)
      case .schema: return try run("CREATE TABLE stranger (x)", url)
      }
      // An empty note counts no attempt to repair the file.
      try Data().write(to: URL(fileURLWithPath: url.path + ".repair"))
    }

    private func run(_ script: String, _ url: URL) throws {
      let code = floor_run(url.path, script)
      guard code == 0 else { throw Failed(code: code) }
    }
  }

  struct Failed: Error {
    let code: Int32
  }

  /// Opens the store at `url`, and prints the time and the result. The program runs it in a process
  /// of its own.
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

  /// Measures the opening of a file with each fault twice: while no process has the file open, and
  /// while this process has it open.
  static func measure(_ original: URL, in folder: URL) async throws {
    print(
      "\nopening | alone ms | came to | beside ms | came to | \(Calls.columns)")
    for fault in Fault.allCases {
      let alone = try Waits.copy(original, in: folder)
      try fault.apply(to: alone)
      let first = try Waits.output(of: ["--open", alone.path])
      Waits.delete(alone)

      let shared = try Waits.copy(original, in: folder)
      let store = try NavStore(url: shared, configuration: Waits.configuration)
      try store.save([Waits.Page.make(1)], in: "scene 0", account: "eve")
      try fault.apply(to: shared)
      let isDone = Flag()
      let other = Task.detached {
        defer { isDone.set() }
        return try Waits.output(of: ["--open", shared.path])
      }
      let calls = try Calls.make(of: store, beside: folder, until: isDone)
      print([fault.rawValue, first, try await other.value, calls.text].joined(separator: " | "))
      try? await store.close()
      Waits.delete(shared)
    }
  }
}
