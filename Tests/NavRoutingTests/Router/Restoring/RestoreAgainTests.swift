import Foundation
import NavRouting
import NavStoreSQLite
import Observation
import TestSupport
import Testing

@testable import NavStore

@MainActor
@Suite("Restoring a stack from a locked file") struct RestoreAgainTests {
  let folder: TemporaryFolder
  let life = ManualLife()

  init() throws {
    folder = try TemporaryFolder()
    try NavStore(url: folder.store).save([ShopRoute.category("shoes"), .cart], in: "main")
  }

  private func launch() async throws -> NavStore {
    let life = life
    var configuration = NavStore.Configuration()
    configuration.life = NavStore.AppLife(
      uptime: life.uptime, onMainLoop: life.onMainLoop, after: life.after)
    let store = try NavStore(url: folder.store, configuration: configuration)
    // Suspends the store, which closes its file, so that another connection can lock the whole
    // file.
    try await store.suspend()
    return store
  }

  /// Locks the file for readers and writers, as a process does that recovers the WAL.
  private func lock() throws -> Connection {
    let holder = try Connection(path: folder.path(), flags: 0x6, busyTimeoutMilliseconds: 1_000)
    try holder.run("PRAGMA locking_mode = EXCLUSIVE")
    try holder.run("BEGIN IMMEDIATE")
    return holder
  }

  private func wait(_ duration: Duration, _ store: NavStore) async {
    life.advance(by: duration)
    _ = try? await store.writer.async { _ in }
    await mainQueue()
  }

  @Test("A stack that was changed keeps its path when the lock ends, and Back leads to the file's")
  func comesBack() async throws {
    let store = try await launch()
    let holder = try lock()
    let router = NavRouter<ShopRoute>(in: NavWindow(scene: "main", store: store))
    #expect(router.path == [])
    #expect(router.problem?.code == .busy)
    router.push(.product(id: 7))
    await wait(.milliseconds(100), store)
    #expect(router.path == [.product(id: 7)])
    #expect(router.problem?.code == .busy)
    holder.close()
    await wait(.milliseconds(200), store)
    #expect(router.path == [.product(id: 7)])
    #expect(router.problem == nil)
    try await router.flush()
    #expect(try folder.relaunch().restore(ShopRoute.self, in: "main").path == router.path)
    #expect(router.back() && router.path == [.category("shoes"), .cart])
  }

  @Test("Observers of the path are notified when the stack is restored")
  func isObserved() async throws {
    let store = try await launch()
    let holder = try lock()
    let router = NavRouter<ShopRoute>(in: NavWindow(scene: "main", store: store))
    let changes = Counter()
    withObservationTracking {
      _ = router.path
    } onChange: {
      changes.increment()
    }
    holder.close()
    await wait(.milliseconds(100), store)
    #expect(changes.value == 1)
    #expect(router.path == [.category("shoes"), .cart])
  }

  @Test("The restore is retried until the lock ends, at least every five seconds")
  func goesOnTrying() async throws {
    let store = try await launch()
    let holder = try lock()
    let router = NavRouter<ShopRoute>(in: NavWindow(scene: "main", store: store))
    #expect(router.path == [])
    for _ in 0..<8 { await wait(.seconds(5), store) }
    #expect(router.problem?.code == .busy)
    holder.close()
    await wait(.seconds(5), store)
    #expect(router.path == [.category("shoes"), .cart])
  }

  @Test("A title, a value and an object of a screen that was pushed behind the lock are kept")
  func details() async throws {
    let store = try await launch()
    let holder = try lock()
    let router = NavRouter<ShopRoute>(in: NavWindow(scene: "main", store: store))
    router.push(.product(id: 7))
    router.setTitle("Boots", for: .product(id: 7))
    router.setValue(0.5, named: "scroll")
    let model = router.object(Counter.self) { Counter() }
    holder.close()
    await wait(.milliseconds(100), store)
    #expect(router.object(Counter.self) { Counter() } === model)
    try await router.flush()
    let next = try folder.relaunch()
    let again = NavRouter<ShopRoute>(in: NavWindow(scene: "main", store: next))
    #expect(again.path == [.product(id: 7)])
    #expect(again.value(Double.self, named: "scroll") == 0.5)
    let items = try await next.history(of: ShopRoute.self, account: nil).items()
    #expect(items.first?.title == "Boots")
  }
}
