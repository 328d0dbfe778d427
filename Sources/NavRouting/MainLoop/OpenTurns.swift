import Dispatch
import NavStore

/// The stacks whose turn ends when the main loop is next free, in the order in which it began, and the
/// stores in which values of windows were set, or another stack was selected.
///
/// One block on the main queue for all of them: it costs as much as the rest of a push, and tabs,
/// columns and windows often change together.
@MainActor
enum OpenTurns {
  private static var open = Open()

  /// What the open turn has changed. One value, because each access to a static property costs a check.
  private struct Open {
    var stacks: [LiveStack] = []

    /// The stores with values and lists of this turn.
    var stores: [NavStore] = []

    var isEmpty: Bool { stacks.isEmpty && stores.isEmpty }

    /// Adds a stack.
    ///
    /// - Returns: `true` if the turn was empty; otherwise, `false`.
    mutating func add(_ stack: LiveStack) -> Bool {
      defer { stacks.append(stack) }
      return isEmpty
    }

    /// Removes the stack of the usual turn and returns it; `nil` if the turn has more than one stack.
    mutating func takeOnlyStack() -> LiveStack? {
      guard stacks.count == 1, stores.isEmpty else { return nil }
      return stacks.removeLast()
    }

    /// Removes everything and returns it.
    mutating func take() -> Open {
      defer {
        stacks.removeAll(keepingCapacity: true)
        stores = []
      }
      return self
    }
  }

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
    if open.add(stack) { schedule() }
  }

  /// Ends the turn of the values and lists of `store` then.
  static func add(valuesOf store: NavStore) {
    if MainLoop.isYoung { store.watchTurnOfValues() }
    guard !open.stores.contains(where: { $0 === store }) else { return }
    if open.isEmpty { schedule() }
    open.stores.append(store)
  }

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
    if !open.isEmpty { schedule() }
  }

  static func endAll(seeingPauses: Bool) {
    ended += 1
    if let stack = open.takeOnlyStack() { return stack.endTurn(seeingPauses: seeingPauses) }
    // An observer of a change may begin another turn.
    let ending = open.take()
    NavStore.endTurn(of: ending.stacks, valuesOf: ending.stores, seeingPauses: seeingPauses)
  }

  static func pause(milliseconds: Int64) {
    for stack in open.stacks { stack.pauseTurn(milliseconds: milliseconds) }
  }
}
