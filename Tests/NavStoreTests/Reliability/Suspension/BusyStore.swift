#if os(Linux)
  import Foundation
  import NavStoreInspection
  import TestSupport
  import Testing

  @testable import NavStore

  /// A store that a test suspends again and again while several tasks use it.
  final class BusyStore: Sendable {
    private struct State {
      var random: SeededRandom
      var faults: [String] = []
      var calls = 0
      var answers = 0
      var underWay = 0
      var isStopped = false
      var waiting: [CheckedContinuation<Void, Never>]?

      /// The number of screens pushed in each scene.
      var pushes = [0, 0, 0]
    }

    private static let scenes = 3
    private let folder: TemporaryFolder
    private var url: URL { folder.store }
    private let store: NavStore
    private let state: Locked<State>

    init(random: SeededRandom) throws {
      folder = try TemporaryFolder()
      var configuration = NavStore.Configuration()
      configuration.idleMilliseconds = 1
      configuration.retention.count = 200
      store = try NavStore(url: folder.store, configuration: configuration)
      state = Locked(State(random: random))
    }

    var faults: [String] { state.withLock { $0.faults } }
    var callCount: Int { state.withLock { $0.calls } }
    var answerCount: Int { state.withLock { $0.answers } }

    /// Starts the tasks that call the store, and the tasks that iterate over its streams.
    func start() -> [Task<Void, Never>] {
      let callers = (0..<4).map { number in
        Task {
          while await self.pass() {
            do {
              try await self.call(by: number)
            } catch {
              // An erasure throws if its task is canceled at the end of the test. Such an error
              // isn't a fault.
              if !Task.isCancelled { self.state.withLock { $0.faults.append("\(error)") } }
            }
            self.state.withLock { $0.underWay -= 1 }
          }
        }
      }
      let followers = [
        Task {
          for await _ in self.store.history(of: Page.self, account: nil).updates(.recent()) {
            self.noteAnswer()
          }
        },
        Task {
          for await _ in self.store.history(of: Page.self, account: nil).updates(.frequent()) {
            self.noteAnswer()
          }
        },
      ]
      return callers + followers
    }

    private func noteAnswer() {
      state.withLock { $0.answers += 1 }
    }

    func stop(_ tasks: [Task<Void, Never>]) async {
      state.withLock { $0.isStopped = true }
      openGate()
      tasks.forEach { $0.cancel() }
      for task in tasks { await task.value }
    }

    /// Waits until `suspendSomewhere` lets calls start. Returns `false` when the test has ended.
    private func pass() async -> Bool {
      while true {
        let isThrough = state.withLock { state -> Bool? in
          if state.isStopped { return false }
          guard state.waiting == nil else { return nil }
          state.underWay += 1
          state.calls += 1
          return true
        }
        if let isThrough { return isThrough }
        await withCheckedContinuation { continuation in
          let mustWait = state.withLock { state in
            state.waiting?.append(continuation)
            return state.waiting != nil
          }
          if !mustWait { continuation.resume() }
        }
      }
    }

    private func openGate() {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting ?? []
      }
      waiting.forEach { $0.resume() }
    }

    /// Lets the tasks run for up to 40 yields, prevents new calls, and suspends the store during
    /// the calls in progress. After the suspension, no file of the store may be open. A call in
    /// progress that reaches the store only after the suspension opens the files again. In this
    /// case, the store is suspended a second time. Returns 1 if a second suspension was necessary;
    /// otherwise, 0.
    func suspendSomewhere() async throws -> Int {
      let moments = state.withLock { Int.random(in: 0...40, using: &$0.random) }
      for _ in 0..<moments { await Task.yield() }
      state.withLock { $0.waiting = [] }
      // Counts the calls in progress before the suspension, because they may have ended when the
      // open files are checked.
      let late = state.withLock { $0.underWay }
      try await store.suspend()
      var held = OpenFiles(of: url).held
      if held.isEmpty {
        // Waits, so that calls that did not reach the store before its suspension can reach it.
        for _ in 0..<20 { await Task.yield() }
        if state.withLock({ $0.underWay }) == 0 { held = OpenFiles(of: url).held }
      }
      let isLate = !held.isEmpty && late > 0
      if isLate {
        while state.withLock({ $0.underWay > 0 }) { await Task.yield() }
        try await store.suspend()
        held = OpenFiles(of: url).held
      }
      if !held.isEmpty {
        state.withLock { $0.faults.append("after suspending, \(late) in progress: \(held)") }
      }
      openGate()
      return isLate ? 1 : 0
    }

    private func call(by number: Int) async throws {
      let (choice, scene) = state.withLock { state in
        (
          Int.random(in: 0..<20, using: &state.random),
          Int.random(in: 0..<Self.scenes, using: &state.random)
        )
      }
      switch choice {
      case 0..<6: try push(in: scene)
      case 6: try await store.flush()
      case 7: try store.setSceneValue(choice, named: "value", in: "scene \(scene)")
      case 8: _ = try store.restore(Page.self, in: NavScene(id: "scene \(scene)"))
      case 9: _ = try await store.history(of: Page.self, account: nil).items()
      case 10: _ = try await store.history(of: Page.self, account: nil).items(.frequent())
      case 11: _ = try await store.history(of: Page.self, account: nil).visits(limit: 50)
      case 12: _ = try await store.history(of: Page.self, account: nil).items(.search("page"))
      case 13: _ = try await store.history(of: Page.self, account: nil).tree(in: "scene \(scene)")
      case 14: _ = try await store.prune(dryRun: true)
      case 15: try await store.prune()
      case 16:
        try await store.history(of: Page.self, account: nil).erase(.item(key: "never \(number)"))
      case 17: try await store.finishErasing()
      default:
        var lines = store.exportHistory().makeAsyncIterator()
        _ = try await lines.next()
      }
    }

    private func push(in scene: Int) throws {
      // Increments the count and pushes the page under one lock, so that the last page of the stack
      // always has this count in its name.
      try state.withLock { state in
        state.pushes[scene] += 1
        let count = state.pushes[scene]
        let session = try store.session(of: Page.self, in: "scene \(scene)")
        if count % 30 == 0 { session.popToRoot() }
        // Three of four pushes end their turn. The suspension must also save the pushes of a turn
        // that has not ended.
        session.change(endsTurn: count % 4 != 0) { $0.push(contentsOf: [Page("page \(count)")]) }
        if count % 9 == 0 { try session.setVisitState(count, named: "count") }
      }
    }

    /// Checks, in a newly opened store, that the stack of each scene ends with the last pushed
    /// page.
    func expectEverythingSaved() async throws {
      try await store.close()
      #expect(OpenFiles(of: url).held.isEmpty)
      let again = try NavStore(url: folder.store)
      for (scene, count) in state.withLock({ $0.pushes }).enumerated() where count > 0 {
        let stack = try again.restore(Page.self, in: NavScene(id: "scene \(scene)")).path
        #expect(stack.last == Page("page \(count)"))
        #expect(stack.count == (count < 30 ? count : count % 30 + 1))
      }
    }
  }
#endif
