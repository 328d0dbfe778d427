/// Tells whether there is a main loop, by work that was put on the main queue and has not come back
/// since the launch. Pure: it is told the time.
struct LoopProbe {
  /// After so long without the work coming back, the third change says that there is no loop.
  private static let patienceMilliseconds: Int64 = 1_000

  /// Changes so far apart are a user's, unless a long function makes them.
  private static let pauseMilliseconds: Int64 = 100

  private var firstChange: Int64?
  private var firstTask: Int?
  private var lastChange: Int64 = 0
  private var changes = 0

  /// Whether there is none.
  private(set) var isMissing = false

  enum Finding: Equatable {
    case none

    /// A task other than that of the first change has come to run on the main actor, which is what
    /// draining the main queue does: the probe only stands in line behind it.
    case drained

    /// The turn had not changed for so long.
    case pause(milliseconds: Int64)

    /// There is no main loop.
    case missing
  }

  /// A change is about to be made, and nothing has come back. `task` tells the task that makes it
  /// from others; nil if none does.
  mutating func change(at time: Int64, task: Int? = nil) -> Finding {
    defer { lastChange = time }
    changes += 1
    guard let firstChange else {
      (firstChange, firstTask) = (time, task)
      return .none
    }
    if let task, task != firstTask { return .drained }
    let pause = time - lastChange
    if changes >= 3, time - firstChange >= Self.patienceMilliseconds {
      isMissing = true
      return .missing
    }
    return pause >= Self.pauseMilliseconds ? .pause(milliseconds: pause) : .none
  }
}
