import Dispatch
import NavStore

/// The stacks whose turn ends when the main loop is next free, in the order in which it began, the
/// stores in which values of windows were set, and the windows in which another stack was selected.
///
/// One block on the main queue for all of them: it costs as much as the rest of a push, and tabs,
/// columns and windows often change together.
@MainActor
enum OpenTurns {
  private static var stacks: [LiveStack] = []

  /// The lists in which a stack was selected: their turn ends after those of the stacks.
  private static var lists: [NavStore.WindowHistory] = []

  /// The stores with values of this turn.
  private static var stores: [NavStore] = []

  /// How often all of them have ended: who has noted it knows whether its turn is still open.
  private(set) static var ended = 0

  /// Made once, and handed to the queue again and again. Not a Task, which the same queue would get
  /// all the same: making one takes as long as the rest of a push.
  private nonisolated static let didComeBack: @Sendable @convention(block) () -> Void = {
    MainActor.assumeIsolated {
      MainLoop.cameBack()
      endAll(seeingPauses: false)
    }
  }

  /// Holds `stack` until then: a router may be gone by that time, its change may not.
  static func add(_ stack: LiveStack) {
    if isEmpty { schedule() }
    stacks.append(stack)
  }

  static func add(_ list: NavStore.WindowHistory) {
    if isEmpty { schedule() }
    lists.append(list)
  }

  static func add(valuesOf store: NavStore) {
    if MainLoop.isYoung { store.watchTurnOfValues() }
    guard !stores.contains(where: { $0 === store }) else { return }
    if isEmpty { schedule() }
    stores.append(store)
  }

  private static var isEmpty: Bool { stacks.isEmpty && lists.isEmpty && stores.isEmpty }

  private static func schedule() {
    // If there is no main loop, the first block is still there to come back.
    guard !MainLoop.isMissing else { return }
    if let custom = MainLoop.state.custom {
      custom { didComeBack() }
    } else {
      DispatchQueue.main.async(execute: didComeBack)
    }
  }

  /// By another scheduler than the one before.
  static func reschedule() {
    if !isEmpty { schedule() }
  }

  static func endAll(seeingPauses: Bool) {
    // The usual turn: one stack.
    if stacks.count == 1, lists.isEmpty, stores.isEmpty {
      let stack = stacks[0]
      stacks.removeAll(keepingCapacity: true)
      ended += 1
      return stack.endTurn(seeingPauses: seeingPauses)
    }
    // An observer of a change may begin another turn.
    let (ending, selected, withValues) = (stacks, lists, stores)
    stacks.removeAll(keepingCapacity: true)
    (lists, stores) = ([], [])
    ended += 1
    if !ending.isEmpty || !withValues.isEmpty {
      NavStore.endTurn(of: ending, valuesOf: withValues, seeingPauses: seeingPauses)
    }
    for list in selected { list.endTurn() }
  }

  static func pause(milliseconds: Int64) {
    for stack in stacks { stack.pauseTurn(milliseconds: milliseconds) }
  }
}
