import CFloor
import Foundation
import NavStore

/// The time of opening a store whose file must first be checked or repaired.
///
/// Also measures the waits of calls in a process that has the file open meanwhile.
struct Repairs {
  /// The fault of the file.
  enum Fault: String, CaseIterable {
    /// No fault: the figure to compare all others with.
    case none = "nothing"

    /// A process reported damage that does not exist.
    case noted = "a check"

    /// An index lacks a row, so it is rebuilt.
    case index = "an index"

    /// The file has an unknown table, so it is quarantined and its stacks are copied.
    case schema = "set aside"

    func apply(to url: URL) throws {
      switch self {
      case .none: return
      case .noted: break
      case .index:
        // Change a row while the schema does not contain the index, so that the index lacks the
        // row.
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
      try Data("0\n".utf8).write(to: URL(fileURLWithPath: url.path + ".repair"))
    }

    private func run(_ script: String, _ url: URL) throws {
      let code = floor_run(url.path, script)
      guard code == 0 else { throw Failed(code: code) }
    }
  }

  struct Failed: Error {
    let code: Int32
  }

  /// Opens the store in a process of its own, and prints the time and the result.
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

  /// Measures each fault in a file of its own: first without other processes, then with it open
  /// here.
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
