import Dispatch
import Foundation
import NavStore
import Observation
import Testing

@testable import NavRouting

/// What programs without Dispatch's main queue meet, in a process that has one: nothing here waits,
/// so the main queue is not drained until the clock of the test has gone on. One at a time: a launch
/// that finds no loop ends the turns of all.
@MainActor
@Suite("Programs without Dispatch's main queue", .serialized) struct MainLoopTests {
  private let store = NavStore.inMemory()

  private func router(_ scene: String = "main") -> NavRouter<NumberRoute> {
    NavRouter(in: NavWindow(store: store, scene: scene))
  }

  /// Runs `body` as in a process that has just been launched, by a clock of its own.
  private func launch(_ body: (_ clock: LoopClock) throws -> Void) rethrows {
    let before = MainLoop.state
    let clock = LoopClock()
    MainLoop.state = MainLoop.State(clock: { clock.milliseconds })
    defer {
      MainLoop.cameBack()
      MainLoop.state = before
      NavStore.AppLife.scheduler.withLock { $0 = before.custom }
    }
    try body(clock)
  }

  private func seen() async throws -> [NumberRoute] {
    try await store.history(of: NumberRoute.self).visits().map(\.route).reversed()
  }

  @Test("Each change is a turn of its own, also those made before that was known")
  func missing() async throws {
    let router = router()
    launch { clock in
      for number in 1...2 {
        router.push(NumberRoute(number: number))
        clock.milliseconds += 500
      }
      #expect(router.problem == nil)
      router.push(3)
      #expect(router.problem?.code == .noMainLoop)
      #expect(router.back())
      #expect(router.path == [1, 2])
      #expect(router.back())
      #expect(router.path == [1])
      #expect(router.forward())
      router.push(4)
      #expect(router.backForward.entries.map(\.route) == [nil, 1, 2, 4])
    }
    #expect(router.problem == nil)
    #expect(try await seen() == [1, 2, 3, 4])
  }

  @Test("What comes back from the main queue ends it: changes of a turn count as one again")
  func cameBack() {
    let router = router()
    launch { clock in
      for number in 1...3 {
        router.push(NumberRoute(number: number))
        clock.milliseconds += 500
      }
      #expect(router.problem?.code == .noMainLoop)
      MainLoop.cameBack()
      #expect(router.problem == nil)
      router.push(4)
      clock.milliseconds += 5_000
      router.push(5)
      #expect(router.problem == nil)
      #expect(router.back())
      #expect(router.path == [1, 2, 3])
    }
  }

  @Test("Where the main queue is drained, a long function has only passed through its screens")
  func longFunction() async throws {
    let router = router()
    launch { clock in
      router.push(1)
      clock.milliseconds += 2_000
      router.pop()
    }
    await mainQueue()
    #expect(router.backForward.entries.count == 1)
    #expect(try await seen() == [])
  }

  @Test("A selection of the window's list is a turn of its own too")
  func selections() {
    let window = NavWindow(store: store)
    let list = window.backForward
    list.firstStack = "a"
    launch { clock in
      for name in ["b", "c", "d", "e"] {
        #expect(list.select(name))
        clock.milliseconds += 500
      }
      // What came before it was known is one turn: nobody is known to have seen "b".
      #expect(list.backForwardMenu.entries.map(\.stack) == ["a", "c", "d", "e"])
      #expect(list.go(by: -1))
      #expect(list.select("f"))
      #expect(list.backForwardMenu.entries.map(\.stack) == ["a", "c", "d", "f"])
    }
  }

  @Test("An answer that is on its way as its follower is cancelled is not given")
  func cancelled() {
    let told = Told()
    let waiting = Locked<[@Sendable () -> Void]>([])
    launch { _ in
      MainLoop.use { work in waiting.withLock { $0.append(work) } }
      let following = store.history(of: NumberRoute.self).updates(.recent()).onChange { _ in
        MainActor.assumeIsolated { told.count += 1 }
      }
      while waiting.withLock(\.isEmpty) { usleep(1_000) }
      following.cancel()
      for work in waiting.withLock({ $0 }) { work() }
    }
    #expect(told.count == 0)
  }

  @Test("Other faces are told once the change is made, and find it")
  func told() async {
    let (first, second) = (router(), router())
    let told = Told()
    launch { clock in
      for number in 1...3 {
        first.push(NumberRoute(number: number))
        clock.milliseconds += 500
      }
      withObservationTracking {
        _ = second.path
      } onChange: {
        MainActor.assumeIsolated { told.paths.append((first.path, second.path)) }
      }
      first.push(4)
      #expect(told.paths.map(\.0) == [[1, 2, 3, 4]])
      #expect(told.paths.map(\.1) == [[1, 2, 3, 4]])
      #expect(first.path == [1, 2, 3, 4])
    }
  }

  @Test("Faces are told of another thread's change with the next change of the main thread")
  func toldOfAnotherThread() throws {
    let (first, second) = (router(), router("other"))
    let session = first.session
    let told = Told()
    launch { clock in
      for number in 1...3 {
        second.push(NumberRoute(number: number))
        clock.milliseconds += 500
      }
      withObservationTracking {
        _ = first.path
      } onChange: {
        MainActor.assumeIsolated { told.count += 1 }
      }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        session.push(7)
        done.signal()
      }
      done.wait()
      #expect(told.count == 0)
      #expect(first.path == [7], "Whoever asks knows it at once.")
      second.push(4)
      #expect(told.count == 1)
    }
  }

  @Test("A scheduler of the app ends turns and tells faces")
  func scheduler() async throws {
    let (first, second) = (router(), router())
    let loop = Loop()
    let told = Told()
    launch { clock in
      NavMainLoop.use { loop.add($0) }
      withObservationTracking {
        _ = second.path
      } onChange: {
        MainActor.assumeIsolated { told.count += 1 }
      }
      for number in 1...4 {
        first.push(NumberRoute(number: number))
        clock.milliseconds += 1_000
      }
      #expect(first.problem == nil)
      #expect(told.count == 0)
      #expect(first.backForward.entries.count == 1, "One turn, until the loop is free.")
      loop.turn()
      #expect(told.count == 1)
      #expect(first.backForward.entries.count == 2)
      first.push(5)
      loop.turn()
      #expect(first.backForward.entries.count == 3)
    }
    #expect(try await seen() == [4, 5])
  }

  @Test("A scheduler that is set late ends the turn that is open, and the problem")
  func lateScheduler() {
    let router = router()
    let loop = Loop()
    launch { clock in
      for number in 1...3 {
        router.push(NumberRoute(number: number))
        clock.milliseconds += 500
      }
      #expect(router.problem?.code == .noMainLoop)
      NavMainLoop.use { loop.add($0) }
      #expect(router.problem == nil)
      router.push(4)
      router.push(5)
      loop.turn()
      #expect(router.backForward.entries.map(\.route) == [nil, 1, 2, 3, 5])
    }
  }

  @Test("Widgets follow what they read, one call a turn, for as long as their owner is there")
  func observing() {
    let router = router()
    let loop = Loop()
    let told = Told()
    var widget: Widget? = Widget()
    launch { _ in
      NavMainLoop.use { loop.add($0) }
      if let widget {
        NavMainLoop.observe(widget) { _ in told.paths.append((router.path, [])) }
      }
      #expect(told.paths.map(\.0) == [[]], "At once")
      router.push(1)
      router.push(2)
      #expect(told.paths.count == 1)
      loop.turnUntilIdle()
      #expect(told.paths.map(\.0) == [[], [1, 2]])
      router.pop()
      loop.turnUntilIdle()
      #expect(told.paths.map(\.0) == [[], [1, 2], [1]])
      widget = nil
      router.push(3)
      loop.turnUntilIdle()
      #expect(told.paths.count == 3)
    }
  }

  private final class Widget: Sendable {}

  @Test("Answers that follow the history come by the app's scheduler")
  func updates() {
    let loop = Loop()
    let told = Told()
    launch { _ in
      let isThere = DispatchSemaphore(value: 0)
      NavMainLoop.use { work in
        loop.add(work)
        isThere.signal()
      }
      let updates = store.history(of: NumberRoute.self).updates(.recent())
      let following = updates.onChange { _ in told.count += 1 }
      #expect(isThere.wait(timeout: .now() + 60) == .success)
      #expect(told.count == 0)
      while told.count == 0 { loop.turn() }
      following.cancel()
    }
  }

  /// What observers have heard.
  @MainActor
  private final class Told {
    var count = 0
    var paths: [([NumberRoute], [NumberRoute])] = []
  }
}

/// A clock that stands still unless it is moved.
private final class LoopClock {
  var milliseconds: Int64 = 0
}

/// A main loop that turns when the test says so.
private final class Loop: @unchecked Sendable {
  private let lock = NSLock()
  private var works: [@Sendable () -> Void] = []

  func add(_ work: @escaping @Sendable () -> Void) {
    lock.withLock { works.append(work) }
  }

  func turn() {
    let works = lock.withLock {
      defer { self.works = [] }
      return self.works
    }
    for work in works { work() }
  }

  func turnUntilIdle() {
    while lock.withLock({ !works.isEmpty }) { turn() }
  }
}
