import ArgumentParser
import Foundation

/// Stored times as text in ISO 8601 and UTC, so that the output is the same in every time zone.
enum Times {
  static func text(milliseconds: Int64) -> String {
    let date = Date(timeIntervalSince1970: (Double(milliseconds) / 1_000).rounded(.down))
    // A device with a wrong clock may have stored any number. Only numbers from the years 1 to 9999
    // are formatted as dates.
    guard (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970) else {
      return "\(milliseconds) ms"
    }
    return date.formatted(.iso8601)
  }

  static func milliseconds(of date: Date) -> Int64 {
    Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) ?? 0
  }
}

/// An age in the arguments of a command, such as `90m`, `12h`, `7d` or `2w`.
struct Age: ExpressibleByArgument {
  let seconds: Int64

  init?(argument: String) {
    let units: [Character: Int64] = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    guard let unit = argument.last.flatMap({ units[$0] }),
      let count = Int64(argument.dropLast()), count >= 0
    else { return nil }
    let (seconds, overflows) = count.multipliedReportingOverflow(by: unit)
    guard !overflows, seconds < 1 << 40 else { return nil }
    self.seconds = seconds
  }
}

/// A time in the arguments of a command: an age before the present, a date, or a date with a time,
/// in UTC.
struct Moment: ExpressibleByArgument {
  let date: Date

  init?(argument: String) {
    if let age = Age(argument: argument) {
      date = Date().addingTimeInterval(-Double(age.seconds))
    } else if let date = Self.day(argument) ?? (try? Date(argument, strategy: .iso8601)) {
      self.date = date
    } else {
      return nil
    }
  }

  private static func day(_ text: String) -> Date? {
    text.utf8.count == 10 ? try? Date(text + "T00:00:00Z", strategy: .iso8601) : nil
  }
}

extension Int {
  /// The number with groups of three digits, as in `1,234,567`.
  var grouped: String {
    var digits = String(magnitude)
    var place = digits.endIndex
    while digits.distance(from: digits.startIndex, to: place) > 3 {
      place = digits.index(place, offsetBy: -3)
      digits.insert(",", at: place)
    }
    return self < 0 ? "-" + digits : digits
  }

  /// Returns the number with a noun, as in `1 visit` and `2 visits`.
  func of(_ noun: String) -> String {
    "\(grouped) \(noun)\(self == 1 ? "" : "s")"
  }
}
