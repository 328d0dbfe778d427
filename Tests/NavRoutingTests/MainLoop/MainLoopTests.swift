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
  let store = NavStore.inMemory()

  func router(_ scene: String = "main") -> NavRouter<NumberRoute> {
    NavRouter(in: NavWindow(store: store, scene: scene))
  }

  /// Runs `body` as in a process that has just been launched, by a clock of its own.
  func launch(_ body: (_ clock: LoopClock) throws -> Void) rethrows {
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

  func seen() async throws -> [NumberRoute] {
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
      #expect(router.problem == .noMainLoop)
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
      #expect(router.problem == .noMainLoop)
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

  /// What observers have heard.
  @MainActor
  final class Told {
    var count = 0
    var paths: [([NumberRoute], [NumberRoute])] = []
  }
}

/// A clock that stands still unless it is moved.
final class LoopClock {
  var milliseconds: Int64 = 0
}
