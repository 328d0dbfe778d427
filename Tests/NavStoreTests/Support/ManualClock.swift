import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that stands still until a test moves it.
final class ManualClock: Sendable {
  private let time: Locked<Date>

  /// 14 November 2023, 22:13:20 UTC, unless given.
  init(_ start: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
    time = Locked(start)
  }

  var now: Date { time.withLock { $0 } }

  /// As a configuration takes it.
  var read: @Sendable () -> Date {
    { self.now }
  }

  func set(_ date: Date) {
    time.withLock { $0 = date }
  }

  func advance(bySeconds seconds: Double) {
    time.withLock { $0 += seconds }
  }
}
