import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Removals that are canceled, and removals during which another removal or a save of another
/// process runs.
extension RemovalSweepTests {
  @Test(
    "A second removal can start before the first is finished", arguments: LargeRemoval.allCases,
    LargeRemoval.allCases)
  func twice(_ first: LargeRemoval, _ second: LargeRemoval) async throws {
    let world = try await LargeWorld()
    try await first.record(in: world.temporary.store)
    first.apply(to: &world.model)
    world.model.relaunch()
    _ = try world.sweepStep(of: Self.stepSize)
    try await second.make(in: world.temporary.store)
    second.apply(to: &world.model)
    world.model.relaunch()
    let store = try world.killed(0)
    try restored(store, world.model, "\(first) and \(second)")
    try finish(store, world.model, "\(first) and \(second)")
    try await history(store, world.model, "\(first) and \(second)")
    try await store.close()
  }

  @Test(
    "Another process that shows removed screens stores new ones above the remaining screens",
    arguments: [LargeRemoval.kind, .dates, .routes])
  func elsewhere(_ removal: LargeRemoval) async throws {
    let world = try await LargeWorld()
    let other = try world.temporary.another()
    other.writer.queue.sync { other.writer.maintenance.isHeld = true }
    let live = try LargeWorld.keys.map { key in
      let session = try other.session(
        of: AppRoute.self, in: key.scene, account: key.account.orSignedOut)
      _ = session.backForward
      return session
    }
    try await removal.record(in: world.temporary.store)
    removal.apply(to: &world.model)
    world.model.relaunch()
    for key in LargeWorld.keys {
      _ = try world.sweepStep(of: Self.stepSize)
      try world.push(.home, key, in: other)
      try await other.flush()
    }
    #expect(live.allSatisfy { $0.path.last == .home })
    let store = try world.killed(0)
    try finish(store, world.model, "elsewhere")
    try restored(store, world.model, "elsewhere")
    try await history(store, world.model, "elsewhere")
    try await store.close()
    try await other.close()
  }

  @Test(
    "A removal that is canceled after it was recorded is finished when the store is idle",
    arguments: [LargeRemoval.kind, .dates, .routes])
  func cancelled(_ removal: LargeRemoval) async throws {
    let world = try await LargeWorld()
    let store = world.temporary.store
    let task = Locked<Task<Void, any Error>?>(nil)
    let hasBegun = AsyncStream.makeStream(of: Void.self)
    try store.writer.sync { _ in store.writer.maintenance.sweeping.count = 5 }
    // The store calls the listener on the queue on which all writes run, after the first batch of
    // the removal.
    _ = store.writer.live.withState {
      $0.listeners.add((LargeRemoval.account, { task.withLock { $0?.cancel() } }))
    }
    let forgetting = Task {
      for await _ in hasBegun.stream { break }
      try await removal.make(in: store)
    }
    task.withLock { $0 = forgetting }
    hasBegun.continuation.yield()
    hasBegun.continuation.finish()
    _ = try? await forgetting.value
    removal.apply(to: &world.model)
    world.model.relaunch()
    #expect(try world.temporary.number("SELECT count(*) FROM removal") ?? 0 > 0)
    let killed = try world.killed(0)
    try finish(killed, world.model, "cancelled")
    try restored(killed, world.model, "cancelled")
    try await history(killed, world.model, "cancelled")
    try await killed.close()
  }
}
