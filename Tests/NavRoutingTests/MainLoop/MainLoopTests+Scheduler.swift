import Dispatch
import Foundation
import NavStore
import Observation
import Testing

@testable import NavRouting

// Programs that have passed to the library a function that runs work on their main loop.
extension MainLoopTests {
  /// Runs `body`, which sets a scheduler for the main loop. After that, removes this scheduler, so
  /// that turns end on Dispatch's main queue again.
  private func launch(_ body: () throws -> Void) rethrows {
    defer {
      NavStore.AppLife.scheduler.withLock { $0 = nil }
      MainLoop.scheduleTurnEnd()
    }
    try body()
  }

  @Test("The app's scheduler ends turns and notifies other routers")
  func scheduler() async throws {
    let (first, second) = (router(), router())
    let loop = Loop()
    let notifications = Notifications()
    launch {
      NavMainLoop.use { loop.add($0) }
      withObservationTracking {
        _ = second.path
      } onChange: {
        MainActor.assumeIsolated { notifications.count += 1 }
      }
      for number in 1...4 {
        first.push(NumberRoute(number: number))
      }
      #expect(first.problem == nil)
      #expect(notifications.count == 0)
      #expect(first.session.backForward.entries.count == 1, "One turn, until the loop is free.")
      loop.turn()
      #expect(notifications.count == 1)
      #expect(first.session.backForward.entries.count == 2)
      first.push(5)
      loop.turn()
      #expect(first.session.backForward.entries.count == 3)
    }
    #expect(try await seen() == [4, 5])
  }

  @Test("A scheduler that is set late ends the open turn and the problem")
  func lateScheduler() {
    let router = router()
    let loop = Loop()
    launch {
      router.push(1)
      pass(.seconds(2))
      #expect(router.problem?.reason == .noMainLoop)
      NavMainLoop.use { loop.add($0) }
      loop.turn()
      #expect(router.problem == nil)
      router.push(2)
      router.push(3)
      loop.turn()
      #expect(router.session.backForward.entries.map(\.route) == [nil, 1, 3])
    }
  }

  @Test("An observed body is called once per turn after a change, while its owner exists")
  func observing() {
    let router = router()
    let loop = Loop()
    let notifications = Notifications()
    var widget: Widget? = Widget()
    launch {
      NavMainLoop.use { loop.add($0) }
      if let widget {
        NavMainLoop.observe(widget) { _ in notifications.paths.append(router.path) }
      }
      #expect(notifications.paths == [[]], "The body is called at once")
      router.push(1)
      router.push(2)
      #expect(notifications.paths.count == 1)
      loop.turnUntilIdle()
      #expect(notifications.paths == [[], [1, 2]])
      router.pop()
      loop.turnUntilIdle()
      #expect(notifications.paths == [[], [1, 2], [1]])
      widget = nil
      router.push(3)
      loop.turnUntilIdle()
      #expect(notifications.paths.count == 3)
    }
  }

  @Test("A body that changes a value it has read is called one more time, in the next turn")
  func observingOwnChanges() {
    let router = router()
    let loop = Loop()
    let notifications = Notifications()
    let widget = Widget()
    launch {
      NavMainLoop.use { loop.add($0) }
      NavMainLoop.observe(widget) { _ in
        notifications.paths.append(router.path)
        if router.path.last == 9 { router.pop() }
      }
      router.push(contentsOf: [1, 9])
      loop.turnUntilIdle()
      #expect(notifications.paths == [[], [1, 9], [1]])
      router.push(2)
      loop.turnUntilIdle()
      #expect(notifications.paths == [[], [1, 9], [1], [1, 2]])
    }
  }

  @Test("Updates of the history arrive on the app's scheduler")
  func updates() {
    let loop = Loop()
    let notifications = Notifications()
    launch {
      let isThere = DispatchSemaphore(value: 0)
      NavMainLoop.use { work in
        loop.add(work)
        isThere.signal()
      }
      let updates = store.history(of: NumberRoute.self, account: nil).updates(.recent())
      let following = updates.onChange { _ in notifications.count += 1 }
      #expect(isThere.wait(timeout: .now() + 60) == .success)
      #expect(notifications.count == 0)
      while notifications.count == 0 { loop.turn() }
      following.cancel()
    }
  }

  @Test("An update in flight is not delivered after its follower is canceled")
  func cancelled() {
    let notifications = Notifications()
    let waiting = Locked<[@Sendable () -> Void]>([])
    launch {
      NavMainLoop.use { work in waiting.withLock { $0.append(work) } }
      let following = store.history(of: NumberRoute.self, account: nil).updates(.recent()).onChange
      { _ in
        MainActor.assumeIsolated { notifications.count += 1 }
      }
      while waiting.withLock(\.isEmpty) { usleep(1_000) }
      following.cancel()
      for work in waiting.withLock({ $0 }) { work() }
    }
    #expect(notifications.count == 0)
  }
}

private final class Widget: Sendable {}

/// A main loop that runs the work added to it only when the test calls it.
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
