import Foundation

/// A clock that stands until it is set. Used by one thread after the other.
final class SettableClock: @unchecked Sendable {
  var now = Date()
}
