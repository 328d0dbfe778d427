import Foundation
import NavStore
import TestSupport
import Testing

/// A store that an app opens with a configuration of its own instead of the standard store.
@Suite struct ConfiguredStoreTests {
  let folder: TemporaryFolder
  private var configuration: NavStore.Configuration {
    .init(folder: .url(folder.url), durability: .durable)
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A configured store keeps its file in the folder and opens it again at the next launch")
  func relaunch() async throws {
    let store = try NavStore(configuration)
    try store.save([AppRoute.settings], in: "main")
    let url = try #require(store.url)
    #expect(url.lastPathComponent == "NavStore.sqlite")
    #expect(store.openProblem == nil)
    try await store.close()
    let relaunched = try NavStore(configuration)
    #expect(relaunched.url == url)
    #expect(try relaunched.restore(AppRoute.self, in: "main").path == [.settings])
  }

  @Test("An in-memory store has no file and no problem")
  func memory() throws {
    for store in [NavStore.inMemory(), try NavStore(.init(folder: .memory))] {
      #expect(store.url == nil && store.openProblem == nil)
    }
  }

  @Test("A damaged file is quarantined, and the problem names the quarantined file")
  func damaged() async throws {
    let store = try NavStore(configuration)
    try store.save([AppRoute.settings], in: "main")
    let url = try #require(store.url)
    try await store.close()
    var bytes = try Data(contentsOf: url)
    bytes.replaceSubrange(100..<200, with: Data(repeating: 0xFF, count: 100))
    try bytes.write(to: url)
    let problem = try #require(try NavStore(configuration).openProblem)
    #expect(problem.code == .fileUnusable)
    #expect(problem.message.contains("NavStore.sqlite.corrupt-1"))
    #expect(try Data(contentsOf: url.appendingPathExtension("corrupt-1")) == bytes)
  }

  @Test("A file that isn't a store is rejected and left unchanged")
  func stranger() throws {
    let url = folder.url.appendingPathComponent("NavStore.sqlite")
    try Data("a letter".utf8).write(to: url)
    #expect {
      _ = try NavStore(configuration)
    } throws: { error in
      (error as? NavStore.Error)?.code == .fileUnusable
    }
    #expect(try Data(contentsOf: url) == Data("a letter".utf8))
  }

  @Test("Any number of days is a valid age", arguments: [Int.min, -1, 0, 1, .max])
  func ages(days: Int) throws {
    let retention = NavStore.Retention(age: .days(days), count: days)
    let store = try NavStore(.init(folder: .memory, retention: retention, crashGuard: false))
    try store.save([AppRoute.settings], in: "main")
    #expect(try store.restore(AppRoute.self, in: "main").path == [.settings])
  }
}
