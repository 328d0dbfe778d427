import Dispatch
import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting
@testable import NavStore

/// Checks that the file always has all changes of a turn or none of them.
@MainActor
@Suite("Whole turns")
struct WholeTurnTests {
  private let folder: TemporaryFolder
  private let store: NavStore

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    // The clock stands still, so that the writer saves no turn that is open, however slow the
    // machine is.
    store = try folder.relaunch(life: .frozen)
  }

  /// The second call of each pair of calls: two random calls in a normal run, all calls in a
  /// soak.
  private let seconds: [TurnWindow.Call] = {
    guard !isSoak else { return TurnWindow.calls }
    var random = SeededRandom.make()
    return Array(TurnWindow.calls.shuffled(using: &random).prefix(2))
  }()

  @Test(
    "During an open turn, the file has the state after an earlier turn",
    arguments: TurnWindow.calls)
  func everyPair(first: TurnWindow.Call) async throws {
    for second in seconds {
      let pair: Comment = "\(first.testDescription), then \(second.testDescription)"
      let scene = second.testDescription
      let isSlow = first.isSlow && second.isSlow
      // Records the content of the file after each turn, while no other work runs.
      let calm = TurnWindow(store, scene: "calm \(scene)")
      calm.begin()
      try await store.flush()
      var expected = [try StoredWindow(folder, scene: "calm \(scene)")]
      for turn in 2...3 {
        first.make(calm, turn)
        second.make(calm, turn)
        try await store.flush()
        expected.append(try StoredWindow(folder, scene: "calm \(scene)"))
      }

      let window = TurnWindow(store, scene: scene)
      window.begin()
      try await store.flush()
      try #require(try StoredWindow(folder, scene: scene) == expected[0], pair)
      first.make(window, 2)
      second.make(window, 2)
      // Delays the commit of this turn until the next turn has begun. That isn't possible if the
      // first call of the next turn waits for the writer's queue. `beginLongWork` lets the reads of
      // that call bypass the queue.
      let hasBegun = DispatchSemaphore(value: first.waitsForWriter ? 1 : 0)
      store.writer.queue.async { hasBegun.wait() }
      if !first.waitsForWriter { store.writer.beginLongWork() }
      await mainQueue()
      first.make(window, 3)
      if !first.waitsForWriter { store.writer.endLongWork() }
      hasBegun.signal()
      store.writer.queue.sync {}
      let between = try StoredWindow(folder, scene: scene)
      second.make(window, 3)
      store.writer.queue.sync {}
      let after = try StoredWindow(folder, scene: scene)
      for stored in [between, after] {
        // The commit of some values may follow up to half a second after that of the turn.
        let turns = isSlow ? expected[0...1] : expected[1...1]
        let isWhole =
          first.isInTurn && second.isInTurn
          ? turns.contains(stored)
          : turns.map(\.withoutOwnValues).contains(stored.withoutOwnValues)
        #expect(isWhole, "\(pair): \(stored.differences(from: expected[1]))")
      }
      await mainQueue()
      try await store.flush()
      let last = try StoredWindow(folder, scene: scene)
      let isLast = last == expected[2]
      #expect(isLast, "\(pair): \(last.differences(from: expected[2]))")
    }
  }
  @Test(
    "An open turn that has to be saved is saved between two calls",
    arguments: TurnWindow.calls)
  func everyPairSavedOpen(first: TurnWindow.Call) async throws {
    for second in seconds {
      let pair: Comment = "\(first.testDescription), then \(second.testDescription)"
      let scene = second.testDescription
      let calls = [(first, 2), (second, 2), (first, 3)]
      // Records the content of the file after each call, when each call is saved separately.
      let calm = TurnWindow(store, scene: "calm \(scene)")
      calm.begin()
      try await store.flush()
      var expected = [try StoredWindow(folder, scene: "calm \(scene)").withoutLists]
      for (call, turn) in calls {
        call.make(calm, turn)
        try await store.flush()
        expected.append(try StoredWindow(folder, scene: "calm \(scene)").withoutLists)
      }

      let window = TurnWindow(store, scene: scene)
      window.begin()
      try await store.flush()
      for (count, (call, turn)) in calls.enumerated() {
        call.make(window, turn)
        checkOpenTurns()
        let stored = try readBetweenCommits(scene).withoutLists
        let isBetweenCalls = expected[...(count + 1)].contains(stored)
        #expect(isBetweenCalls, "\(pair): \(stored.differences(from: expected[count + 1]))")
      }
      checkOpenTurns()
      let saved = try readBetweenCommits(scene).withoutLists
      #expect(saved == expected[3], "\(pair): \(saved.differences(from: expected[3]))")
    }
  }

  /// Makes the writer check for open turns, as it does every 125 milliseconds, until it has saved
  /// them.
  private func checkOpenTurns() {
    for _ in 1...Writer.checksUntilSaved { store.writer.checkTurns() }
    store.writer.queue.sync {}
  }

  /// Reads the data of the window on the writer's queue, so that no late commit changes the file
  /// between two reads.
  private func readBetweenCommits(_ scene: String) throws -> StoredWindow {
    try store.writer.queue.sync { try StoredWindow(folder, scene: scene) }
  }

  @Test("Ending the turn of one router ends the whole turn", arguments: TurnWindow.calls)
  func oneRouter(call: TurnWindow.Call) async throws {
    var expected: [StoredWindow] = []
    for scene in ["calm", "window"] {
      let window = TurnWindow(store, scene: scene)
      window.begin()
      try await store.flush()
      call.make(window, 2)
      window.other.push(2)
      if scene == "calm" {
        try await store.flush()
      } else {
        MainLoop.endTurn()
        store.writer.queue.sync {}
        // The commit of some values may follow up to half a second after that of the turn.
        if call.isSlow { try await store.flush() }
      }
      expected.append(try StoredWindow(folder, scene: scene).withoutOwnValues)
    }
    #expect(expected[1] == expected[0], "\(expected[1].differences(from: expected[0]))")
  }

  @Test("A step in the list to an unloaded stack is saved together with that stack")
  func stackWithoutSession() async throws {
    let made = NavTabs<Int, NumberRoute>(0, in: NavWindow(scene: .main, store: store))
    made.shareHistory()
    for number in [1, 5] {
      made[0].push(NumberRoute(number: number))
      await mainQueue()
    }
    made.selection = 1
    made[1].push(2)
    try await store.close()

    let store = try folder.relaunch()
    let tabs = NavTabs<Int, NumberRoute>(0, in: NavWindow(scene: .main, store: store))
    tabs.shareHistory()
    tabs[1].push(3)
    #expect(tabs.windowHistory?.go(by: -3, animated: false) == true)
    // The turn of this step is open, so the file must have all changes of the step or none.
    let other = try folder.relaunch()
    #expect(try other.restore(NumberRoute.self, in: "main", stack: "tab:tabs.0").path == [1])
    #expect(try other.restore(NumberRoute.self, in: "main", stack: "tab:tabs.1").path == [2, 3])
    #expect(try other.window(in: "main").selectedStack == "tab:tabs.0")
    try await store.close()
  }

  @Test("A save during a selection saves neither the selection nor its stack")
  func savedInSelection() async throws {
    let window = NavWindow(scene: .main, store: store)
    let split = NavSplit<Hooked, NumberRoute>(Hooked(id: 0), in: window, keepsDetails: true)
    split.select(Hooked(id: 1), path: [1])
    try await store.flush()
    // Selecting encodes the name of the stack with code of the app. While that code runs, another
    // thread saves all changes.
    Hooked.hook.withLock {
      $0 = { [store] in
        let isSaved = DispatchSemaphore(value: 0)
        // Saves on a new thread, because tests that wait for this one may occupy all threads of the
        // task pool.
        Thread.detachNewThread {
          _ = try? store.scenes()
          isSaved.signal()
        }
        isSaved.wait()
      }
    }
    split.select(Hooked(id: 2), path: [2])
    #expect(Hooked.hook.withLock { $0 == nil })
    let found = try folder.relaunch()
    let selection = try found.sceneValue(Hooked.self, named: "split:split.selection", in: "main")
    #expect(selection == Hooked(id: 1))
    try await found.close()
  }

  /// A selection that runs a closure of the test when it is encoded the next time.
  private struct Hooked: Codable, Hashable {
    static let hook = Locked<(@Sendable () -> Void)?>(nil)

    let id: Int

    init(id: Int) { self.id = id }

    init(from decoder: any Decoder) throws { id = try Int(from: decoder) }

    func encode(to encoder: any Encoder) throws {
      let body = Self.hook.withLock { hook in
        defer { hook = nil }
        return hook
      }
      body?()
      try id.encode(to: encoder)
    }
  }
}
