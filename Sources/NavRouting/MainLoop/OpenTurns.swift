import Dispatch
import NavStore

/// The stacks that the open turn of the main loop has changed, and the stores whose values or lists of windows
/// it has changed.
///
/// One block on the main queue ends the turn for all stacks and stores, because a block costs as
/// much as the rest of a push, and tabs, columns and windows often change together.
@MainActor
enum OpenTurns {
  @exclusivity(unchecked)
  private static var open = Open()

  /// The stacks and stores of the open turn. A single value, because each access to a static
  /// property costs a check.
  private struct Open {
    var stacks: [LiveStack] = []

    /// The stores whose values or lists of windows this turn has changed.
    var stores: [NavStore] = []

    var isEmpty: Bool { stacks.isEmpty && stores.isEmpty }

    /// Adds a stack.
    ///
    /// - Returns: `true` if the turn was empty; otherwise, `false`.
    mutating func add(_ stack: LiveStack) -> Bool {
      defer { stacks.append(stack) }
      return isEmpty
    }

    /// Removes and returns the stack, the usual case; returns `nil` if the turn doesn't consist of
    /// one stack.
    mutating func takeOnlyStack() -> LiveStack? {
      guard stacks.count == 1, stores.isEmpty else { return nil }
      return stacks.removeLast()
    }

    /// Removes and returns all stacks and stores.
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

  /// Adds `stack` and retains it until the turn ends, because its router may be deallocated
  /// earlier.
  static func add(_ stack: LiveStack) {
    if open.add(stack) { schedule() }
  }

  /// Adds `store`, whose values or lists of windows the open turn changes.
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

  /// Schedules the end of an open turn with the app's new scheduler.
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
