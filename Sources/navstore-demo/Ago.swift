import NavStorePlatform

extension Date {
  /// Returns the age of the date in words: "2 minutes ago".
  func ago(at now: Date) -> String {
    let seconds = now.timeIntervalSince(self)
    let units: [(name: String, seconds: Double)] = [
      ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1),
    ]
    // If the clock was set back, the date is in the future. Such a date is treated as the current
    // time.
    guard seconds >= 10, let unit = units.first(where: { seconds >= $0.seconds }) else {
      return "just now"
    }
    let count = Int(seconds / unit.seconds)
    return "\(count) \(unit.name)\(count == 1 ? "" : "s") ago"
  }
}
