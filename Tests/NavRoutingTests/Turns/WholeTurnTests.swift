import Dispatch
import NavStore
import TestSupport
import Testing

@testable import NavRouting
@testable import NavStore

/// A turn is in the file as a whole or not at all, whatever it contains.
@MainActor
@Suite("Whole turns")
struct WholeTurnTests {
  private let folder: TemporaryFolder
  private let store: NavStore

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    // Its time stands still, so that no open turn is saved, however slow the machine is.
    store = try folder.relaunch(life: .frozen)
  }

  @Test(
    "What is committed while a turn is open is what the turns before it left",
    arguments: TurnWindow.calls)
  func everyPair(first: TurnWindow.Call) async throws {
    for second in TurnWindow.calls {
      let pair: Comment = "\(first.testDescription), then \(second.testDescription)"
      let scene = second.testDescription
      let isSlow = first.isSlow && second.isSlow
      // What the file has after each turn, if nothing goes on meanwhile.
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
      // The commit of this turn waits until the next one has begun. What is read meanwhile is read
      // without the writer's queue.
      let hasBegun = DispatchSemaphore(value: 0)
      store.writer.queue.async { hasBegun.wait() }
      store.writer.beginLongWork()
      await mainQueue()
      first.make(window, 3)
      store.writer.endLongWork()
      hasBegun.signal()
      store.writer.queue.sync {}
      let between = try StoredWindow(folder, scene: scene)
      second.make(window, 3)
      store.writer.queue.sync {}
      let after = try StoredWindow(folder, scene: scene)
      for stored in [between, after] {
        // Values may be committed half a second later.
        let turns = isSlow ? expected[0...1] : expected[1...1]
        let isWhole =
          first.isInTurn && second.isInTurn
          ? turns.contains(stored)
          : turns.map(\.withoutScreenValues).contains(stored.withoutScreenValues)
        #expect(isWhole, "\(pair): \(stored.differences(from: expected[1]))")
      }
      await mainQueue()
      try await store.flush()
      let last = try StoredWindow(folder, scene: scene)
      let isLast = last == expected[2]
      #expect(isLast, "\(pair): \(last.differences(from: expected[2]))")
    }
  }
}
