import NavStoreSQLite

@testable import NavStore

/// The steps of a short use of a store, which make each kind of call to the disk.
///
/// Any step may fail. If the first failed step and all later steps are then repeated, the final
/// stacks are the same as after a run without failures.
enum FaultScenario {
  struct Step: Sendable {
    let name: String
    let run: @Sendable (NavStore) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (NavStore) async throws -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Saves the content that exists before the first step. The page "gone" is only in the history.
  static func prepare(_ store: NavStore) async throws {
    try store.save([Page("gone")], in: "main")
    try store.save([Page("a"), Page("b")], in: "main")
    try store.save([Page("x")], in: "second")
    try store.setSceneValue(1, named: "tab", in: "main")
    for number in 0..<8 { try store.save([Page("visit \(number)")], in: "main", stack: "tab 2") }
    try await store.writer.async { connection in
      _ = try connection.checkpoint(.restart, waitMilliseconds: 0)
    }
    // This save is committed after the checkpoint, so that the next opening must recover it from
    // the WAL.
    try store.save([Page("a"), Page("b"), Page("c")], in: "main")
  }

  static let steps = [
    Step("save") { try $0.save([Page("a"), Page("d")], in: "main") },
    Step("push") { store in
      // A session of a stack that can't be read would begin at the root screen.
      _ = try store.restore(Page.self, in: "second")
      let session = try store.session(of: Page.self, in: "second")
      if session.path.last != "y" { session.push("y") }
      try await store.flush()
    },
    Step("value") { try $0.setSceneValue(2, named: "tab", in: "main") },
    Step("restore") { _ = try $0.restore(Page.self, in: "main", stack: "tab 2") },
    Step("query") { store in
      _ = try await store.history(of: Page.self, account: nil).visits()
      _ = try await store.history(of: Page.self, account: nil).items(.recent(limit: 5))
    },
    Step("index") { store in
      try await store.writer.async { try store.writer.countAll(on: $0) }
    },
    Step("restart") { store in
      _ = try await store.writer.async { try $0.checkpoint(.restart, waitMilliseconds: 0) }
    },
    Step("save after a checkpoint") { try $0.save([Page("t")], in: "main", stack: "tab 2") },
    Step("forget") {
      _ = try await $0.history(of: Page.self, account: nil).forget(.item(Page("gone")))
    },
    Step("erase") { try await $0.finishErasing() },
    Step("suspend") { try await $0.suspend() },
    Step("save after suspending") { try $0.save([Page("a"), Page("e")], in: "main") },
    Step("close") { try await $0.close() },
  ]

  /// Steps that a sweep must find faulty: one change is committed in two parts, and a failure
  /// between the two commits leaves only the first.
  static let unguarded = [
    Step("unguarded") { store in
      try await store.writer.async { connection in
        try connection.run("UPDATE item SET visits = visits + 1")
        try connection.run("UPDATE item SET visits = visits - 1")
      }
    },
    Step("close") { try await $0.close() },
  ]
}
