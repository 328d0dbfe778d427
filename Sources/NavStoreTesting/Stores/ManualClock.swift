import NavStore
import NavStorePlatform

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let temporary = try TemporaryStore(clock: clock)
/// clock.advance(by: .seconds(3_600))
/// ```
///
/// Any thread can move the clock, forward or backward.
public final class ManualClock: Sendable {
  private let time: Locked<Date>

  /// Creates a clock that stands still. The default is the first second of 2026, UTC.
  public init(_ now: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
    time = Locked(now)
  }

  /// The time of the clock. Setting it moves the clock.
  public var now: Date {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Moves the clock forward, or back by a negative duration.
  public func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    time.withLock { $0 += Double(seconds) + Double(attoseconds) / 1e18 }
  }
}
