import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Routers and their windows") struct RouterSceneTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  func listener(_ read: @escaping @MainActor () -> Void) -> Counter {
    let notifications = Counter()
    withObservationTracking {
      read()
    } onChange: {
      notifications.increment()
    }
    return notifications
  }

  @Test("Operations without an effect do not notify observers")
  func silence() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    let notifications = listener { _ = router.path }
    router.path = []
    router.pop()
    router.popToRoot()
    router.push(contentsOf: [])
    router.pop(to: 1)
    router.pop(while: { _ in true })
    router.replaceTop(with: 2)
    router.replaceStack(with: [])
    #expect(notifications.value == 0)
    try await store.flush()
    #expect(try store.scenes().isEmpty, "The first empty value is not a change")
    router.push(1)
    #expect(notifications.value == 1)
  }

  @Test("An observer can read the path and change it while it is notified")
  func reentrancy() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2])
    var seen: [[NumberRoute]] = []
    withObservationTracking {
      _ = router.path
    } onChange: {
      MainActor.assumeIsolated {
        seen.append(router.path)
        router.push(3)
        seen.append(router.path)
      }
    }
    router.push(4)
    #expect(seen == [[1, 2], [1, 2, 3]], "Observers are notified before the change")
    #expect(router.path == [1, 2, 3, 4])
    #expect(router.session.path == router.path)
    try await router.flush()
    #expect(
      try NavStore(url: folder.store).restore(NumberRoute.self, in: "main").path == router.path)
  }

  @Test("An observer added during a notification is notified of the next change")
  func reentrantObserving() {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    let notifications = Counter()
    withObservationTracking {
      _ = router.path
    } onChange: {
      MainActor.assumeIsolated {
        withObservationTracking {
          _ = router.path
        } onChange: {
          notifications.increment()
        }
        router.push(1)
      }
    }
    router.push(2)
    #expect(router.path == [1, 2])
    #expect(notifications.value == 1)
  }

  @Test("A pop to a route also removes screens that observers push while they are notified")
  func reentrantPopping() {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2, 3])
    withObservationTracking {
      _ = router.path
    } onChange: {
      MainActor.assumeIsolated { router.push(contentsOf: [4, 5]) }
    }
    #expect(router.pop(to: 1, thenPush: [9]))
    #expect(router.path == [1, 9])
    withObservationTracking {
      _ = router.path
    } onChange: {
      MainActor.assumeIsolated { _ = router.popToRoot() }
    }
    #expect(router.pop(2) == 0)
    #expect(router.path.isEmpty)
    #expect(router.session.path.isEmpty)
  }

  @Test("A predicate can use the router that calls it")
  func predicate() {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2, 3])
    let popped = router.pop(while: { $0.number > 1 && router.path.count == 3 })
    #expect(popped == 2)
    #expect(router.path == [1])
  }

  @Test("A binding that writes late wins over the calls before it")
  func lateBinding() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2, 3])
    let swiped = Array(router.path.dropLast())
    router.push(4)
    router.path = swiped
    #expect(router.path == [1, 2])
    try await router.flush()
    #expect(router.listed == "0 [2]")
    router.push(5)
    try await router.flush()
    #expect(
      try NavStore(url: folder.store).restore(NumberRoute.self, in: "main").path == [1, 2, 5])
  }

  @Test("No concurrent change by another thread is lost")
  func otherThreads() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    let session = router.session
    let others = Task.detached {
      for number in 0..<400 {
        session.push(NumberRoute(number: number))
        if number.isMultiple(of: 3) { session.pop() }
      }
    }
    for number in 1_000..<1_400 {
      router.push(NumberRoute(number: number))
      if number.isMultiple(of: 5) { router.pop(1, thenPush: [1, 2]) }
      if number.isMultiple(of: 7) { await Task.yield() }
    }
    await others.value
    #expect(router.depth == 400 - 134 + 400 + 80)
    #expect(router.path == session.path)
    try await router.flush()
    #expect(try folder.relaunch().restore(NumberRoute.self, in: "main").path == router.path)
  }

  @Test("Thousands of short-lived routers, used or not, are released")
  func throwaways() async throws {
    var kept: [NavRouter<NumberRoute>] = []
    weak var dropped: NavRouter<NumberRoute>?
    weak var session: NavStore.Session<NumberRoute>?
    for index in 0..<2_000 {
      let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
      if index.isMultiple(of: 100) {
        #expect(router.path.isEmpty)
        kept.append(router)
      }
      dropped = router
    }
    #expect(dropped == nil)
    #expect(Set(kept.map { ObjectIdentifier($0.session) }).count == 1)
    session = kept.first?.session
    kept.first?.push(1)
    #expect(kept.last?.path == [1])
    try await store.flush()
    kept = []
    try await store.close()
    #expect(try NavStore(url: folder.store).restore(NumberRoute.self, in: "main").path == [1])
    #expect(session == nil || session?.path == [1])
  }
}
