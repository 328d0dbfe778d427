import Foundation
import TestSupport
import Testing

@testable import NavStore

/// The standard store in separate processes. Each process restores the stack and adds a screen.
@Suite struct StandardStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) async throws -> [String] {
    let process = try await FinishedProcess(
      try BuiltExecutable.named("reliability-worker"), ["standard", folder.url.path] + arguments,
      environment: ["XDG_DATA_HOME": folder.url.path + "/data"])
    return process.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test("A process that tests start has a file and restores from it")
  func file() async throws {
    #if os(Linux)
      let path = folder.url.path + "/data/reliability-worker/NavStore/NavStore.sqlite"
      #expect(try await run() == [path, ""])
      #expect(try await run() == [path, "0"])
      #expect(try await run("-NavStore", "memory") == ["memory", ""])
      #expect(try await run("-NavStore", "Memory") == [path, "0 1"])
    #endif
  }

  @Test("The app can configure the folder before the first use, and not afterwards")
  func setUp() async throws {
    let path = folder.url.path + "/NavStore.sqlite"
    #expect(try await run("set-up") == ["set up: true", path, ""])
    #expect(try await run("set-up") == ["set up: true", path, "0"])
    #expect(try await run("set-up", "-NavStore", "memory") == ["set up: true", "memory", ""])
    #expect(try await run("memory") == ["set up: true", "memory", ""])
    #if os(Linux)
      let own = folder.url.path + "/data/reliability-worker/NavStore/NavStore.sqlite"
      #expect(try await run("late") == ["set up: false", own, ""])
      #expect(
        try await run("group") == ["set up: true", "memory: unreadable", "", "close: unreadable"])
    #endif
  }

  @Test("A fresh launch starts empty, and later launches restore its state")
  func fresh() async throws {
    _ = try await run("set-up")
    _ = try await run("set-up")
    #expect(try await run("set-up", "-NavStore", "fresh").last == "")
    #expect(try await run("set-up").last == "0")
    #expect(try await run("set-up").last == "0 1")
  }

  @Test("A fresh launch deletes no file that was never a store")
  func freshBesideStranger() async throws {
    let path = folder.url.path + "/NavStore.sqlite"
    let text = Data("Somebody's notes, of which there is no other copy.".utf8)
    try text.write(to: URL(fileURLWithPath: path))
    #expect(
      try await run("set-up", "-NavStore", "fresh")
        == ["set up: true", "memory: notAStore", "", "close: notAStore"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
  }

  @Test("In the library's own folder, a foreign file is renamed and a new store opens")
  func strangers() async throws {
    #if os(Linux)
      let own = folder.url.path + "/data/reliability-worker/NavStore/NavStore.sqlite"
      _ = try await run()
      try Data("A text that is nobody's store.".utf8).write(to: URL(fileURLWithPath: own))
      #expect(try await run() == [own, ""])
      #expect(FileManager.default.fileExists(atPath: own + ".corrupt-1"))
    #endif
  }
}
