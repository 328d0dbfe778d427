import Foundation

/// A profile of the user. Its raw value is the account of its windows, so it must never change.
enum Account: String, CaseIterable, Codable, Sendable {
  case home, work

  var title: String { rawValue.capitalized }
}
