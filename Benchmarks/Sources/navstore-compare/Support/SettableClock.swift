import Foundation

/// A clock that stands still until it is set. Only one thread at a time may use it.
final class SettableClock: @unchecked Sendable {
  var now = Date()
}
