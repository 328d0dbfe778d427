import Foundation

/// An account of the app. The raw value is the account of a `NavWindow` and is stored, so it must
/// never change.
enum Account: String, CaseIterable, Codable, Sendable {
  case home, work

  var title: String { rawValue.capitalized }
}
