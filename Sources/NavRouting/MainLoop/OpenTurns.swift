import Dispatch

/// A face's turn of the main actor, from its first change on.
@MainActor
protocol OpenTurn: AnyObject {
  /// What is on top now has been seen. With `seeingPauses`, so has what was on top whenever the turn
  /// paused.
  func end(seeingPauses: Bool)

  /// The turn had not changed for so long.
  func pause(milliseconds: Int64)
}

/// The turns that end when the main loop is next free, in the order in which they began.
///
/// One block on the main queue for all of them: it costs as much as the rest of a push, and tabs,
/// columns and windows often change together.
@MainActor
enum OpenTurns {
  private static var turns: [any OpenTurn] = []

  /// Made once, and handed to the queue again and again. Not a Task, which the same queue would get
  /// all the same: making one takes as long as the rest of a push.
  private nonisolated static let didComeBack: @Sendable @convention(block) () -> Void = {
    MainActor.assumeIsolated {
      MainLoop.cameBack()
      endAll(seeingPauses: false)
    }
  }

  /// Holds `turn` until then: a router may be gone by that time, its change may not.
  static func add(_ turn: any OpenTurn) {
    turns.append(turn)
    if turns.count == 1 { schedule() }
  }

  private static func schedule() {
    // Where there is no main loop, the first block is still there to come back.
    guard !MainLoop.isMissing else { return }
    if let custom = MainLoop.state.custom {
      custom { didComeBack() }
    } else {
      DispatchQueue.main.async(execute: didComeBack)
    }
  }

  /// By another scheduler than the one before.
  static func reschedule() {
    if !turns.isEmpty { schedule() }
  }

  static func endAll(seeingPauses: Bool) {
    // A face that hears of it may begin another turn.
    let ending = turns
    turns.removeAll(keepingCapacity: true)
    for turn in ending { turn.end(seeingPauses: seeingPauses) }
  }

  static func pause(milliseconds: Int64) {
    for turn in turns { turn.pause(milliseconds: milliseconds) }
  }
}
