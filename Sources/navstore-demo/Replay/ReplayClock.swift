import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time of a replay: that of the sessions it feeds, not today's. Any thread may ask for it.
final class ReplayClock: @unchecked Sendable {
  private let queue = DispatchQueue(label: "navstore-demo.clock")
  private var time = Date(timeIntervalSince1970: 0)

  var now: Date {
    get { queue.sync { time } }
    set { queue.sync { time = newValue } }
  }
}
