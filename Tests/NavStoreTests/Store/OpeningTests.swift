import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// Opens a store for each kind of file that may exist at its path, such as an empty, damaged, newer
/// or foreign file.
@Suite struct OpeningTests {
  let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.store
  }

  @Test("A new store is reported as new and accessible only to its owner")
  func newStore() async throws {
    let nested = folder.file("a/b/store.sqlite")
    let store = try NavStore(url: nested)
    #expect(store.openReport.isNew)
    #expect(store.openReport.url == nested)
    #expect(store.openReport.schemaVersion == 1)
    #expect(!store.openReport.needsAttention)
    try store.save([Page("/a")], in: "main")
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: nested.path + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
    }
    try await store.close()
    #expect(try !NavStore(url: nested).openReport.isNew)
  }

  @Test("An empty file becomes a store")
  func emptyFile() throws {
    try Data().write(to: url)
    let store = try NavStore(url: url)
    #expect(store.openReport.isNew)
    #expect(store.openReport.quarantinedFile == nil)
    try store.save([Page("/a")], in: "main")
  }

  @Test("A store with random bytes behind its header is quarantined, and a fresh one opens")
  func randomBytes() async throws {
    let garbage = try await damage(with: (0..<100).map { _ in UInt8.random(in: 0...255) })
    try Data("log".utf8).write(to: URL(fileURLWithPath: url.path + "-wal"))

    let store = try NavStore(url: url)
    let quarantined = try #require(store.openReport.quarantinedFile)
    #expect(quarantined.lastPathComponent == "store.sqlite.corrupt-1")
    #expect(try Data(contentsOf: quarantined) == garbage)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: quarantined.path + "-wal")) == Data("log".utf8))
    #expect(store.openReport.needsAttention)
    try store.save([Page("/a")], in: "main")
    #expect(try store.restore(Page.self, in: "main").path == [Page("/a")])
  }

  @Test("The newest three quarantined files are kept")
  func newestKept() async throws {
    for round in 1...5 {
      _ = try await damage(with: Array("no pages of a database, round \(round)".utf8))
      let store = try NavStore(url: url)
      #expect(
        store.openReport.quarantinedFile?.lastPathComponent == "store.sqlite.corrupt-\(round)")
      try await store.close()
    }
    let names = folder.names
    #expect(
      Set(names.filter { $0.contains("corrupt") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
        == [
          "store.sqlite.corrupt-3", "store.sqlite.corrupt-4", "store.sqlite.corrupt-5",
        ])
  }

  @Test("A damaged file is left unchanged if quarantinesDamagedFile is false")
  func damagedFails() async throws {
    let garbage = try await damage(with: Array("certainly no pages of a database".utf8))
    let names = folder.names
    var configuration = NavStore.Configuration()
    configuration.quarantinesDamagedFile = false
    let error = #expect(throws: NavStore.Error.self) {
      try NavStore(url: url, configuration: configuration)
    }
    #expect(error?.reason == .damaged)
    #expect(try Data(contentsOf: url) == garbage)
    #expect(folder.names == names)
  }

  @Test("A NavStore header without the tables is damage")
  func missingTables() async throws {
    let store = try NavStore(url: url)
    try await store.close()
    try edit { try $0.runScript(Array("DROP TABLE progress".utf8)) }
    let again = try NavStore(url: url)
    #expect(again.openReport.quarantinedFile != nil)
    #expect(again.openReport.isNew)
  }

  @Test("A folder at the path is rejected as unreadable")
  func directory() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let error = #expect(throws: NavStore.Error.self) { try NavStore(url: url) }
    #expect(error?.reason == .unreadable)
    #expect(folder.names.count == 1)
  }

  @Test("A device is rejected, and nothing is written next to it")
  func device() throws {
    let error = #expect(throws: NavStore.Error.self) {
      try NavStore(url: URL(fileURLWithPath: "/dev/null"))
    }
    #expect(error?.reason == .unreadable)
    #expect(!FileManager.default.fileExists(atPath: "/dev/null-journal"))
  }

  @Test("A URL that isn't a file URL is rejected")
  func remoteURL() throws {
    let remote = try #require(URL(string: "https://example.com/store.sqlite"))
    let error = #expect(throws: NavStore.Error.self) { try NavStore(url: remote) }
    #expect(error?.reason == .unreadable)
  }

  @Test("A path inside a file is rejected as unreadable")
  func fileAsFolder() throws {
    try Data("a file".utf8).write(to: url)
    let inside = url.appendingPathComponent("store.sqlite")
    let error = #expect(throws: NavStore.Error.self) { try NavStore(url: inside) }
    #expect(error?.reason == .unreadable)
  }

  @Test("A store of a later build is rejected and left unchanged")
  func newerSchema() async throws {
    let store = try NavStore(url: url)
    try store.save([Page("/a")], in: "main")
    try await store.close()
    try edit { try $0.runScript(Array("PRAGMA user_version = 99".utf8)) }
    let before = try contents()

    let error = #expect(throws: NavStore.Error.self) { try NavStore(url: url) }
    #expect(error?.reason == .newerStore)
    #expect(try contents() == before)
  }

  @Test("A foreign database is rejected and left unchanged")
  func foreignDatabase() throws {
    try edit { connection in
      try connection.runScript(
        Array("PRAGMA application_id = 7; CREATE TABLE notes (text); ".utf8))
      try connection.runScript(Array("INSERT INTO notes VALUES ('mine')".utf8))
    }
    let before = try contents()
    let error = #expect(throws: NavStore.Error.self) { try NavStore(url: url) }
    #expect(error?.reason == .notAStore)
    #expect(try contents() == before)
  }

  @Test("A database without an application ID is rejected as foreign")
  func anonymousDatabase() throws {
    try edit { try $0.runScript(Array("CREATE TABLE notes (text)".utf8)) }
    let before = try contents()
    let error = #expect(throws: NavStore.Error.self) { try NavStore(url: url) }
    #expect(error?.reason == .notAStore)
    #expect(try contents() == before)
  }

  @Test(
    "A read-only file or folder is rejected as read-only",
    .enabled(if: Unprivileged.isPossible, "This process can't drop root's right to write anywhere.")
  )
  func readOnly() async throws {
    let store = try NavStore(url: url)
    try store.save([Page("/a")], in: "main")
    try await store.close()
    for name in folder.names {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: folder.file(name).path)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    let before = try contents()
    Unprivileged.run {
      let error = #expect(throws: NavStore.Error.self) { try NavStore(url: url) }
      #expect(error?.reason == .readOnly)
      let absent = folder.file("absent.sqlite")
      let other = #expect(throws: NavStore.Error.self) { try NavStore(url: absent) }
      #expect(other?.reason == .readOnly)
    }
    #expect(try contents() == before)
  }

  @Test(
    "A file without read permission is rejected as unreadable",
    .enabled(if: Unprivileged.isPossible, "This process can't drop root's right to read anything."))
  func unreadable() async throws {
    try await NavStore(url: url).close()
    for name in folder.names {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o000], ofItemAtPath: folder.file(name).path)
    }
    Unprivileged.run {
      let error = #expect(throws: NavStore.Error.self) { try NavStore(url: url) }
      #expect(error?.reason == .unreadable)
    }
  }

  @Test("A save that meets another process's lock fails and is repeated by the next flush")
  func busy() async throws {
    try await NavStore(url: url).close()
    var configuration = NavStore.Configuration()
    configuration.busyTimeout = .milliseconds(20)
    let store = try NavStore(url: url, configuration: configuration)
    try edit { other in
      try other.transaction {
        let error = #expect(throws: NavStore.Error.self) {
          try store.save([Page("/a")], in: "main")
        }
        #expect(error?.code == .busy)
        #expect(error?.isRetriable == true)
        let inMemory = try store.restore(Page.self, in: "main")
        #expect(inMemory.path == [Page("/a")], "Memory keeps the change.")
      }
    }
    try await store.flush()
    try await store.close()
    let again = try NavStore(url: url).restore(Page.self, in: "main")
    #expect(again.path == [Page("/a")])
  }

  @Test("Errors quote no content of the user")
  func errorText() throws {
    let store = try NavStore(url: url)
    let secret = "/secret-\(UUID().uuidString)"
    var errors: [NavStore.Error] = []
    var configuration = NavStore.Configuration()
    configuration.limits.payloadBytes = 10
    let small = NavStore(inMemory: configuration)
    do { try small.save([Page(secret)], in: "main") } catch { errors.append(error) }
    do {
      try store.save([Page("/a")], in: NavScene(id: String(repeating: secret, count: 20)))
    } catch {
      errors.append(error)
    }
    do { try store.setSceneValue(Unencodable(text: secret), named: "x", in: "main") } catch {
      errors.append(error)
    }
    #expect(errors.map(\.code) == [.invalidArgument, .invalidArgument, .codingFailed])
    for error in errors { #expect(!"\(error)".contains(secret)) }
  }

  /// Creates a store, overwrites the bytes after its header with noise, and returns the bytes of
  /// the damaged file.
  private func damage(with noise: [UInt8]) async throws -> Data {
    try await NavStore(url: url).close()
    var data = try Data(contentsOf: url)
    data.replaceSubrange(100..<100 + noise.count, with: noise)
    try data.write(to: url)
    return data
  }

  /// Changes the file as an unrelated program would.
  private func edit(_ body: (Connection) throws -> Void) throws {
    let connection = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 100)
    defer { connection.close() }
    try body(connection)
  }

  /// Returns the content of each file of the folder by name. Leaves out the shared memory, which
  /// holds no data.
  private func contents() throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in folder.names
    where !name.hasSuffix("-shm") {
      result[name] = try Data(contentsOf: folder.file(name))
    }
    return result
  }
}

private struct Unencodable: Encodable {
  let text: String

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(text, .init(codingPath: [], debugDescription: text))
  }
}
