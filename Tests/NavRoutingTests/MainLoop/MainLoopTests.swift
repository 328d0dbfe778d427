import Dispatch
import Foundation
import Observation
import TestSupport
import Testing

@testable import NavRouting
@testable import NavStore

/// Turns that stay open because the main thread is busy, or because no loop drains the main queue.
/// The tests advance the time by hand. The main queue is not drained, because the tests don't
/// suspend.
@MainActor
@Suite("Turns that stay open", .serialized) struct MainLoopTests {
  let folder: TemporaryFolder
  let store: NavStore
  private let life = ManualLife()

  init() throws {
    folder = try TemporaryFolder()
    var configuration = NavStore.Configuration()
    configuration.life = NavStore.AppLife(
      uptime: life.uptime, onMainLoop: life.onMainLoop, after: life.after)
    store = try NavStore(url: folder.store, configuration: configuration)
  }

  func router(_ scene: String = "main") -> NavRouter<NumberRoute> {
    NavRouter(in: NavWindow(scene: NavScene(id: scene), store: store))
  }

  /// Advances the time, and waits until the writer has saved the open turns that are due.
  func pass(_ duration: Duration) {
    life.advance(by: duration)
    store.writer.queue.sync {}
  }

  /// Returns the path that another process restores from the file.
  func saved(stack: String = "") throws -> [NumberRoute] {
    try folder.relaunch().restore(NumberRoute.self, in: "main", stack: stack).path
  }

  func seen() async throws -> [NumberRoute] {
    try await store.history(of: NumberRoute.self, account: nil).visits().map(\.route).reversed()
  }

  @Test("Changes of an open turn are saved within 250 ms, repeatedly")
  func openTurn() async throws {
    let router = router()
    for number in 1...12 {
      router.push(NumberRoute(number: number))
      pass(.milliseconds(250))
      #expect(try saved() == router.path)
    }
    #expect(router.problem?.reason == .noMainLoop)
    await mainQueue()
    #expect(router.problem == nil)
    #expect(router.session.backForward.entries.map(\.route) == [nil, 12])
    #expect(try await seen() == [12])
  }

  @Test("A function that blocks for two seconds saves its changes, and adds no visit")
  func longFunction() async throws {
    let router = router()
    router.push(1)
    pass(.seconds(2))
    #expect(try saved() == [1])
    #expect(router.problem?.reason == .noMainLoop)
    router.pop()
    await mainQueue()
    #expect(router.problem == nil)
    #expect(router.session.backForward.entries.count == 1)
    #expect(try await seen() == [])
    #expect(try saved() == [])
  }

  @Test("A turn that has ended is no longer timed")
  func endedTurn() async throws {
    let router = router()
    router.push(1)
    await mainQueue()
    pass(.seconds(3))
    #expect(router.problem == nil)
    router.push(2)
    pass(.seconds(1))
    #expect(router.problem == nil, "Each turn is timed on its own")
  }

  @Test("Observers are notified of the problem and of its end")
  func observers() async {
    let router = router()
    let notifications = Notifications()
    func observe() {
      withObservationTracking {
        _ = router.problem
      } onChange: {
        MainActor.assumeIsolated { notifications.count += 1 }
      }
    }
    router.push(1)
    observe()
    pass(.seconds(2))
    await mainQueue()
    await mainQueue()
    #expect(notifications.count == 1)
    observe()
    #expect(router.problem == nil)
  }

  @Test("A link that selects a tab is saved with the tab's stack when an open turn is saved")
  func wholeCall() async throws {
    let window = NavWindow(scene: "main", store: store)
    let tabs = NavTabs<Int, NumberRoute>(0, in: window)
    let writer = store.writer
    for number in 1...20 {
      let (hasBegun, hasChecked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let links = NavDeepLinks<NumberRoute>(schemes: ["app"]) {
        NavLinkPattern("number/{id}", NumberRoute.init(number:)).in(number)
      }
      window.receive(links, in: tabs)
      // The observer runs after the link has selected the tab and before it changes the tab's
      // stack.
      withObservationTracking {
        _ = tabs[number].path
      } onChange: {
        Thread.detachNewThread {
          hasBegun.signal()
          for _ in 1...Writer.checksUntilSaved { writer.checkTurns() }
          hasChecked.signal()
        }
        hasBegun.wait()
      }
      window.open(try #require(URL(string: "app://number/\(number)")))
      hasChecked.wait()
      writer.queue.sync {}
      let selected = try folder.relaunch().sceneValue(
        Int.self, named: "tab:tabs.selected", in: "main")
      #expect(selected == number)
      #expect(try saved(stack: "tab:tabs.\(number)") == [NumberRoute(number: number)])
      await mainQueue()
    }
  }

  /// The number of notifications of observers, and the paths that the observers found.
  @MainActor
  final class Notifications {
    var count = 0
    var paths: [[NumberRoute]] = []
  }
}
