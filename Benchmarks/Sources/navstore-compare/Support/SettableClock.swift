import Foundation

/// A clock whose time changes only when `now` is set. Only one thread at a time may use it.
final class SettableClock: @unchecked Sendable {
  var now = Date()
}
