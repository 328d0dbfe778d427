import Dispatch

/// A face's turn of the main actor, from its first change on.
@MainActor
protocol OpenTurn: AnyObject {
  /// What is on top now has been seen.
  func end()
}

/// The turns that end when the main actor is next free, in the order in which they began.
///
/// One block on the main queue for all of them: it costs as much as the rest of a push, and tabs,
/// columns and windows often change together.
@MainActor
enum OpenTurns {
  private static var turns: [any OpenTurn] = []

  /// Made once, and handed to the queue again and again. Not a Task, which the same queue would get
  /// all the same: making one takes as long as the rest of a push.
  private static let endAll: @Sendable @convention(block) () -> Void = {
    MainActor.assumeIsolated {
      // Whoever hears of it may begin another turn.
      let ending = turns
      turns.removeAll(keepingCapacity: true)
      for turn in ending { turn.end() }
    }
  }

  /// Holds `turn` until then: a router may be gone by that time, its change may not.
  static func add(_ turn: any OpenTurn) {
    turns.append(turn)
    if turns.count == 1 { DispatchQueue.main.async(execute: endAll) }
  }
}
