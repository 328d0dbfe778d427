import FaultVFS
import Foundation
import NavStoreSQLite
import TestSupport

@testable import NavStore

/// Uses a store on a recorded disk in numbered steps: navigation, checkpoints, forgetting and
/// suspension. Records the disk's events, and the store's content after each step.
final class StoreLife {
  /// The content of a store: the paths of all stacks, a value and the number of visits.
  struct Answer: Hashable, CustomStringConvertible {
    var stacks: [[String]] = StoreLife.keys.map { _ in [] }
    var value: Int?
    var visits: Int64 = 0

    var description: String {
      "\(stacks.map { $0.joined(separator: "/") }) \(value ?? -1) \(visits)"
    }
  }

  struct Recording {
    let path: String
    let durability: NavStore.Durability

    /// The file operations. The operations of step n are between `mark(n)` and `mark(-n)`, which is
    /// recorded when the step has returned.
    let events: [FaultVFS.Event]

    /// The store's content after each step. The first element is the content of a new store.
    let answers: [Answer]
  }

  static let keys = [("main", ""), ("main", "tab 2"), ("second", "")]

  let vfs: FaultVFS
  let folder: TemporaryFolder
  let configuration: NavStore.Configuration
  var url: URL { folder.store }

  private var store: NavStore?
  private var answers = [Answer()]
  private var names = 0

  /// A closure that runs after each opening of the store, before any save, for tests that plant a
  /// fault.
  private let afterOpening: (NavStore) throws -> Void

  init(
    vfs: FaultVFS, durability: NavStore.Durability,
    afterOpening: @escaping (NavStore) throws -> Void = { _ in }
  ) throws {
    self.vfs = vfs
    self.afterOpening = afterOpening
    folder = try TemporaryFolder()
    var configuration = NavStore.Configuration()
    configuration.durability = durability
    configuration.vfs = vfs.name
    let clock = ManualClock()
    configuration.clock = { clock.now }
    configuration.retention = .unlimited
    configuration.idleMilliseconds = 3_600_000
    self.configuration = configuration
  }

  /// Records the run of `before`, then the opening of the store, and then `rounds` rounds of all
  /// kinds of steps.
  func record(rounds: Int = 1, after before: () throws -> Void = {}) async throws -> Recording {
    vfs.startRecording()
    try before()
    try open()
    for _ in 0..<rounds { try await liveThroughARound() }
    return try await end()
  }

  /// Records the run of `before`, then the opening of the store and a few saves. Most recorded
  /// events are those of creating the store.
  func recordBeginning(after before: () throws -> Void = {}) async throws -> Recording {
    vfs.startRecording()
    try before()
    try open()
    try await browse(6)
    return try await end()
  }

  private func end() async throws -> Recording {
    try await step { try await $0.close() }
    store = nil
    return Recording(
      path: url.path, durability: configuration.durability, events: vfs.takeRecording(),
      answers: answers)
  }

  private func liveThroughARound() async throws {
    try await browse(12)
    try await index()
    try await checkpoint(.restart)
    // The saves after the checkpoint overwrite the frames that it has left in the WAL.
    try await browse(5)
    try await checkpoint(.restart)
    try await browse(14)
    try await reopen(closing: false)
    try await browse(4)
    try await checkpoint(.truncate)
    try await browse(6)
    try await reopen(closing: true)
    try await browse(3)
    try await forget()
    try await browse(3)
    try await step { try await $0.suspend() }
    try await browse(4)
    try await step { try await $0.deleteScene("second") }
    try await browse(8)
    try await checkpoint(.restart)
    try await browse(2)
  }

  // MARK: Steps

  private func step(_ body: (NavStore) async throws -> Void) async throws {
    guard let store else { return }
    let number = answers.count
    vfs.mark(number)
    try await body(store)
    vfs.mark(-number)
    // A closed store can't run a query, so its content is taken from the step before.
    answers.append((try? Self.answer(of: store)) ?? answers[number - 1])
  }

  private func open() throws {
    let opened = try NavStore(url: url, configuration: configuration)
    try afterOpening(opened)
    store = opened
  }

  private func reopen(closing: Bool) async throws {
    if closing { try await step { try await $0.close() } }
    store = nil
    try open()
  }

  private func browse(_ count: Int) async throws {
    for _ in 0..<count {
      names += 1
      let (scene, stack) = Self.keys[names % 3]
      let page = Page("page \(names % 29)")
      switch names % 7 {
      case 0:
        try await step { try $0.save([page], in: NavScene(id: scene), stack: stack) }
      case 1, 2, 3:
        try await step { store in
          let session = try store.session(of: Page.self, in: scene, stack: stack)
          session.push(contentsOf: [page, Page("over \(names)")])
          try await store.flush()
        }
      case 4:
        try await step { store in
          let session = try store.session(of: Page.self, in: scene, stack: stack)
          session.back()
          try session.setVisitState(names, named: "scroll")
          try await store.flush()
        }
      case 5:
        try await step { try $0.setSceneValue(names, named: "tab", in: "main") }
      default:
        // The pop and the push are two steps, because each may be committed separately.
        for pops in [true, false] {
          try await step { store in
            let session = try store.session(of: Page.self, in: scene, stack: stack)
            if pops { session.pop() } else { session.push(page) }
            try await store.flush()
          }
        }
      }
    }
  }

  private func index() async throws {
    try await step { store in
      try await store.writer.async { try store.writer.countAll(on: $0) }
    }
  }

  private func checkpoint(_ mode: CheckpointMode) async throws {
    try await step { store in
      _ = try await store.writer.async { try $0.checkpoint(mode, waitMilliseconds: 0) }
    }
  }

  /// Forgets two pages and then rewrites the file, in three steps, because each call commits
  /// separately.
  private func forget() async throws {
    try await step {
      _ = try await $0.history(of: Page.self, account: nil).forget(.item(Page("page 3")))
    }
    try await step {
      _ = try await $0.history(of: Page.self, account: nil).forget(.item(Page("page 4")))
    }
    try await step { try await $0.finishErasing() }
  }

  static func answer(of store: NavStore) throws -> Answer {
    var answer = Answer()
    answer.stacks = try keys.map { scene, stack in
      try store.restore(Page.self, in: NavScene(id: scene), stack: stack).path.map(\.name)
    }
    answer.value = try store.sceneValue(Int.self, named: "tab", in: "main")
    answer.visits = try store.writer.sync { connection in
      try connection.first("SELECT count(*) FROM visit WHERE time IS NOT NULL") { $0.int(0) } ?? 0
    }
    return answer
  }
}
