import NavStore
import NavStorePlatform

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// var configuration = NavStore.Configuration()
/// configuration.clock = { clock.now }
/// let store = NavStore.inMemory(configuration: configuration)
/// clock.advance(by: .seconds(3_600))
/// ```
///
/// It may be moved from any thread, also backwards, as the clock of a device is. Every call costs
/// a few instructions.
public final class ManualClock: Sendable {
  private let time: Locked<Date>

  /// A clock that stands at `now`: the first second of 2026, UTC, unless given.
  public init(_ now: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
    time = Locked(now)
  }

  /// The time at which the clock stands; setting it moves the clock, in either direction.
  public var now: Date {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Moves the clock on; a negative duration moves it back.
  public func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    time.withLock { $0 += Double(seconds) + Double(attoseconds) / 1e18 }
  }
}
