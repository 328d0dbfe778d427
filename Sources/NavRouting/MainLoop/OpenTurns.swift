import Dispatch
import NavStore

/// The stacks that the open turn of the main loop has changed, and the stores whose values or lists of windows
/// it has changed.
///
/// One block on the main queue ends the turn for all of them. A block costs as much as the rest of a
/// push, and tabs, columns and windows often change together.
@MainActor
enum OpenTurns {
  @exclusivity(unchecked)
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

  /// The number of turns that have ended. A router compares it with the number at its last change.
  private(set) static var ended = 0

  /// Ends the turn. Made once and reused, because making a block or a task takes as long as the rest of a
  /// push.
  private nonisolated static let didComeBack: @Sendable @convention(block) () -> Void = {
    MainActor.assumeIsolated { endAll() }
  }

  /// Adds `stack` and retains it until the turn ends, because its router may be deallocated before.
  static func add(_ stack: LiveStack) {
    if open.add(stack) { schedule() }
  }

  /// Ends the turn of the values and lists of `store` then.
  static func add(valuesOf store: NavStore) {
    guard !open.stores.contains(where: { $0 === store }) else { return }
    if open.isEmpty { schedule() }
    open.stores.append(store)
  }

  private static func schedule() {
    if let scheduler = NavStore.AppLife.scheduler.withLock({ $0 }) {
      scheduler.schedule { didComeBack() }
    } else {
      DispatchQueue.main.async(execute: didComeBack)
    }
  }

  /// Ends an open turn by the scheduler that has just been set.
  static func reschedule() {
    if !open.isEmpty { schedule() }
  }

  /// Ends the turn now.
  static func endAll() {
    ended += 1
    if let stack = open.takeOnlyStack() { return stack.endTurn() }
    // An observer of a change may begin another turn.
    let ending = open.take()
    NavStore.endTurn(of: ending.stacks, valuesOf: ending.stores)
  }
}
