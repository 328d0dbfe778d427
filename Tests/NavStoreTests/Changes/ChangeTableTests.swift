import Foundation
import Testing

@testable import NavStore

/// Makes each ``TableChange`` while the stacks of a ``ChangedWorld`` are in each ``TableState``.
/// Then compares the live stacks, the stacks of the next launch and the history with a model.
@Suite("Every change in every state of the stacks")
struct ChangeTableTests {
  @Test(
    "A change leaves stacks, values and history as the model predicts",
    arguments: TableChange.allCases, TableState.allCases)
  func change(_ change: TableChange, _ state: TableState) async throws {
    let world = try ChangedWorld(change)
    try await world.fill(leavesOpen: state == .unsaved)
    var other: NavStore?
    switch state {
    case .live, .unsaved: break
    case .stored: world.suspend()
    case .relaunched: try await world.reopen()
    case .closed:
      world.suspend()
      for scene in ChangedWorld.scenes { #expect(try world.temporary.store.closeScene(scene)) }
    case .elsewhere:
      world.suspend()
      let store = try world.another()
      try world.holdAll(in: store)
      other = store
    }

    let store = world.temporary.store
    let notificationCounts = Locked<[String: Int]>([:])
    for account in ChangedWorld.accounts {
      _ = store.writer.live.withState { state in
        state.listeners.add(
          (account, { notificationCounts.withLock { $0[account, default: 0] += 1 } }))
      }
    }
    if change == .prune { world.temporary.clock.now = ChangedWorld.day(30) }
    let before = ChangedWorld.accounts.map(world.answer)
    try await change.make(in: store)
    // After `removeToPrevious`, a stack that is not live in this process shows the screen below the
    // removed one, not the previous entry of its list.
    let isLive = [.live, .unsaved, .stored].contains(state)
    let landsBelow = change == .removeToPrevious && !isLive
    world.apply(landsBelow ? .removeToParent : change, isElsewhere: state == .elsewhere)
    let check = WorldCheck(
      world: world, what: "\(change.rawValue), \(state.rawValue)",
      comparesLists: !landsBelow || state != .elsewhere,
      comparesRootLists: state != .elsewhere || change != .removeToParent)

    for (account, old) in zip(ChangedWorld.accounts, before) where state != .unsaved {
      let isNews = world.answer(account) != old
      // Replacing routes notifies the listeners of the account even if the list of its recent items
      // stays equal.
      let mayBeNotified = isNews || (change.isRewrite && account == TableChange.account)
      let count = notificationCounts.withLock { $0[account] ?? 0 }
      #expect(count > 0 || !isNews, "\(check.what): '\(account)' was not notified")
      #expect(
        count == 0 || mayBeNotified, "\(check.what): '\(account)' was notified without a change")
    }

    if let other {
      try await goOn(in: other, world, after: change)
    } else if state == .live || state == .unsaved {
      try check.live(store, change)
    } else {
      if state == .closed { try reopen(after: change, world, store) }
      world.relaunchModel()
      try check.stacks(store)
    }
    try await check.history(store)
    try await world.reopenAfterKill()
    world.relaunchModel()
    try check.stacks(world.temporary.store)
    try check.values(world.temporary.store)
    try check.windows(world.temporary.store)
    try await check.history(world.temporary.store)
    try check.rest(world.temporary)
  }

  /// Pushes a screen on each stack in `other`, the store of another process that shows the stacks.
  /// Then closes `other`.
  private func goOn(
    in other: NavStore, _ world: ChangedWorld, after change: TableChange
  ) async throws {
    if !change.leavesScreens { world.relaunchModel() }
    // Skips the stacks of an erased account, because a process that shows them saves nothing after
    // the erasure: see `OtherProcessTests`.
    for key in ChangedWorld.keys where !change.takesAccount || key.account != TableChange.account {
      try world.goOn(key, in: other)
      try await other.flush()
    }
    world.suspend()
    try await other.close()
  }

  private func reopen(after change: TableChange, _ world: ChangedWorld, _ store: NavStore) throws {
    for scene in ChangedWorld.scenes { #expect(try store.reopenScene(scene)) }
  }
}
