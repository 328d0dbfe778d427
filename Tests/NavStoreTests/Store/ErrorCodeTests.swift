import FaultVFS
import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// Causes an error of each kind, and checks its reason and its message.
@Suite struct ErrorCodeTests {
  struct Provocation: Sendable, CustomTestStringConvertible {
    let reason: NavStore.Error.Reason
    let body: @Sendable (TemporaryStore) async throws -> Void

    init(
      _ reason: NavStore.Error.Reason,
      _ body: @escaping @Sendable (TemporaryStore) async throws -> Void
    ) {
      self.reason = reason
      self.body = body
    }

    var testDescription: String { "\(reason)" }
  }

  static let provocations: [Provocation] = arguments + types + files + disks

  private enum Fragile: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Fragile")
    case fine
    case broken(part: Part)

    struct Part: Codable, Hashable, Sendable {
      struct Refusal: Error {}

      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
  }

  @Test("An encoding error names the route's case and the underlying error, but not its value")
  func namesCase() async throws {
    let temporary = try TemporaryStore()
    let error = #expect(throws: NavStore.Error.self) {
      try temporary.store.save([Fragile.broken(part: .init())], in: "main")
    }
    #expect(error?.code == .codingFailed)
    for word in ["broken", "Fragile", "Refusal"] {
      #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
    }
  }

  @Test("Each kind of error is thrown and keeps the saved stack", arguments: provocations.indices)
  func meets(_ index: Int) async throws {
    let provocation = Self.provocations[index]
    let temporary = try TemporaryStore {
      $0.busyTimeout = .milliseconds(20)
      // Delays idle work, because it would repair the damage that some provocations cause.
      $0.idleMilliseconds = 3_600_000
      $0.limits.payloadBytes = 200
      $0.limits.stackDepth = 3
      $0.limits.valueBytes = 50
      $0.quarantinesDamagedFile = false
    }
    try temporary.store.save([Page("/kept")], in: "kept")
    let error = await #expect(throws: NavStore.Error.self) { try await provocation.body(temporary) }
    #expect(error?.reason == provocation.reason, "\(error?.description ?? "nothing")")
    // The message has a reason and a remedy, as two sentences or one with a colon.
    #expect(error?.message.contains(/[.:;] \S/) == true, "\(error?.message ?? "")")
    let again = try NavStore(url: temporary.url, configuration: temporary.configuration)
    #expect(try again.restore(Page.self, in: "kept").path == [Page("/kept")])
  }

  private static let arguments: [Provocation] = [
    .init(.invalidArgument) { try $0.store.save([Page("/a")], in: "") },
    .init(.invalidArgument) {
      _ = try await $0.store.history(of: Page.self, account: nil).items(.recent(limit: -1))
    },
    .init(.invalidArgument) { temporary in
      for number in 0..<3 { try temporary.store.save([Page("/\(number)")], in: "main") }
      let items = try await temporary.store.history(of: Page.self, account: nil).items()
      _ = try await temporary.store.history(of: Page.self, account: "ada").items(after: items.last)
    },
    .init(.invalidArgument) {
      try $0.store.save([Page(String(repeating: "x", count: 300))], in: "main")
    },
    .init(.invalidArgument) { temporary in
      var failures = temporary.store.saveFailures.makeAsyncIterator()
      try temporary.store.session(of: Page.self, in: "main").setItemState(1, named: "cursor")
      if let error = await failures.next() { throw error }
    },
    .init(.noMainLoop) { temporary in
      let session = try temporary.store.session(of: Page.self, in: "main")
      session.change(endsTurn: false) { $0.push(Page("/a")) }
      for _ in 1...Writer.checksUntilProblem { session.writer.checkTurns() }
      if let problem = session.problem { throw problem }
    },
    .init(.invalidArgument) { try $0.store.save((0..<9).map { Page("/\($0)") }, in: "main") },
    .init(.invalidArgument) {
      _ = try await $0.store.history(of: Page.self, account: nil).items(
        .search(String(repeating: "x", count: 600)))
    },
    .init(.invalidArgument) {
      try $0.store.setSceneValue(String(repeating: "x", count: 99), named: "v", in: "main")
    },
    .init(.codingFailed) { try $0.store.setSceneValue(Refusing(), named: "v", in: "main") },
    .init(.codingFailed) {
      try $0.store.setSceneValue("text", named: "v", in: "main")
      _ = try $0.store.sceneValue([Int].self, named: "v", in: "main")
    },
  ]

  private static let types: [Provocation] = [
    .init(.unrestorable) { temporary in
      try temporary.store.save([Page("/a")], in: "main")
      try await temporary.store.close()
      try temporary.tamper("UPDATE route SET payload = '{}'")
      let store = try NavStore(url: temporary.url, configuration: temporary.configuration)
      defer {
        try? temporary.tamper("UPDATE route SET payload = '{\"name\":\"/kept\"}' WHERE id = 1")
      }
      _ = try store.restore(Page.self, in: "main", onUndecodable: .fail)
    },
    .init(.unsupportedRoute) { temporary in
      struct Local: NavRoute {}
      try temporary.store.save([Local()], in: "main")
    },
    .init(.unsupportedRoute) { temporary in
      try temporary.store.save([Page("/a")], in: "main")
      try temporary.store.save([Twin()], in: "other")
    },
    .init(.unsupportedRoute) { temporary in
      let session = try temporary.store.session(of: Page.self, in: "main")
      try temporary.store.save([AppRoute.home], in: "main")
      withExtendedLifetime(session) {}
    },
    .init(.unsupportedRoute) { temporary in
      let path: [AnyScreen<OneType<Page>>] = anyRoutes(AppRoute.home)
      try temporary.store.save(path, in: "main")
    },
    .init(.closed) { temporary in
      try await temporary.store.close()
      try temporary.store.save([Page("/a")], in: "main")
    },
  ]

  private static let files: [Provocation] = [
    .init(.unreadable) { _ = try NavStore(url: $0.folder) },
    .init(.unreadable) { _ in
      guard let url = URL(string: "https://example.org/store") else { return }
      _ = try NavStore(url: url)
    },
    .init(.networkVolume) { temporary in
      var configuration = temporary.configuration
      configuration.isOnNetwork = { _ in true }
      _ = try NavStore(url: temporary.url, configuration: configuration)
    },
    .init(.damaged) { temporary in
      let url = temporary.folder.appendingPathComponent("damaged")
      try await NavStore(url: url).close()
      let handle = try FileHandle(forWritingTo: url)
      try handle.write(contentsOf: Data("no database any more".utf8))
      try handle.close()
      _ = try NavStore(url: url, configuration: temporary.configuration)
    },
    .init(.notAStore) { temporary in
      let url = temporary.folder.appendingPathComponent("foreign")
      let other = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 0)
      try other.runScript(Array("PRAGMA application_id = 7; CREATE TABLE a (b)".utf8))
      other.close()
      _ = try NavStore(url: url, configuration: temporary.configuration)
    },
    .init(.fileReplaced) { temporary in
      let place = temporary.folder.appendingPathComponent("moved")
      let store = try NavStore(url: place, configuration: temporary.configuration)
      var failures = store.saveFailures.makeAsyncIterator()
      try FileManager.default.removeItem(at: place)
      try store.save([Page("/a")], in: "main")
      if let error = await failures.next() { throw error }
    },
    .init(.newerStore) { temporary in
      let url = temporary.folder.appendingPathComponent("newer")
      try await NavStore(url: url).close()
      let other = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 0)
      try other.runScript(Array("PRAGMA user_version = 99".utf8))
      other.close()
      _ = try NavStore(url: url, configuration: temporary.configuration)
    },
  ]

  private static let disks: [Provocation] = [
    .init(.readOnly) { temporary in
      try temporary.store.writer.sync { try $0.runScript(Array("PRAGMA query_only = ON".utf8)) }
      try temporary.store.save([Page("/a")], in: "main")
    },
    .init(.busy) { temporary in
      let other = try temporary.rawConnection()
      try other.run("BEGIN IMMEDIATE")
      try temporary.store.save([Page("/a")], in: "main")
    },
    .init(.diskFull) { temporary in
      try temporary.store.writer.sync { connection in
        let pages = try connection.pageCount
        try connection.runScript(Array("PRAGMA max_page_count = \(pages)".utf8))
      }
      for number in 0..<200 {
        try temporary.store.save([Page("/\(number)\(String(repeating: "x", count: 99))")], in: "a")
      }
    },
    // The next call to the disk and all calls after it fail.
    .init(.inputOutput) { temporary in
      let vfs = FaultVFS()
      let store = try temporary.another { $0.vfs = vfs.name }
      _ = try store.restore(Page.self, in: "kept")
      vfs.fail(at: vfs.operationCount + 1, as: .inputOutput, sticky: true)
      defer { vfs.reset() }
      try store.save([Page("/a")], in: "main")
    },
    .init(.accountErased) { temporary in
      let account = temporary.store.account("ada")
      try await temporary.store.eraseAccount("ada")
      try temporary.store.keepSceneValue(1, named: "v", in: "main", of: account)
    },
    .init(.eraseUnfinished) { temporary in
      let other = try temporary.rawConnection()
      try temporary.store.save([Page("/a")], in: "main")
      try await temporary.store.flush()
      try other.run("BEGIN")
      _ = try other.first("SELECT count(*) FROM visit") { $0.int(0) }
      try await temporary.store.history(of: Page.self, account: nil).erase(.item(Page("/a")))
    },
    .init(.limitReached) { temporary in
      try await temporary.deepStore().close()
      _ = try temporary.another { $0.limits.workSteps = 0 }.restore(Page.self, in: "main")
    },
    .init(.cancelled) { temporary in
      let store = try temporary.deepStore()
      let task = Task {
        try await store.history(of: Page.self, account: nil).removeRoutes { _ in
          false
        }
      }
      task.cancel()
      _ = try await task.value
    },
    // Sets a number in the file to the largest integer, as in a damaged file, so that incrementing
    // it overflows.
    .init(.database) { temporary in
      try temporary.store.save([Page("/a")], in: "main")
      try await temporary.store.flush()
      try temporary.tamper("UPDATE progress SET erase_pending = 9223372036854775807")
      try await temporary.store.history(of: Page.self, account: nil).forget(.item(Page("/a")))
    },
  ]
}

extension TemporaryStore {
  /// Opens another store on the file and saves a deep stack in it, which takes long to process.
  fileprivate func deepStore() throws -> NavStore {
    let store = try another { $0.limits.stackDepth = 10_000 }
    try store.save((0..<3_000).map { Page("/\($0)") }, in: "main")
    return store
  }

  /// Changes the file as another program would.
  func tamper(_ script: String) throws {
    let other = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 2_000)
    defer { other.close() }
    try other.runScript(Array(script.utf8))
  }
}

private struct Refusing: Encodable {
  struct Refusal: Error {}

  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

private struct Twin: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: RouteTag.of(Page.self))
}
