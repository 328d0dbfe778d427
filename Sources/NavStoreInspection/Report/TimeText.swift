import NavStorePlatform

/// Converts stored times to text.
enum TimeText {
  /// Returns a time as ISO 8601 in UTC with milliseconds, `2023-11-14T22:13:20.000Z`. A year
  /// outside of 0 to 9999 has a sign and at least six digits, as in ECMAScript.
  ///
  /// The calendar is Howard Hinnant's `civil_from_days`
  /// (<https://howardhinnant.github.io/date_algorithms.html>): exact for every `Int64`.
  static func iso8601(milliseconds: Int64) -> String {
    let day = floorDivision(milliseconds, 86_400_000)
    let time = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
    let shifted = day + 719_468
    let era = floorDivision(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(text(ofYear: year))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
      + "T\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2))"
      + ":\(padded(time / 1_000 % 60, 2)).\(padded(time % 1_000, 3))Z"
  }

  /// Returns a date in the same form. A date that is out of the range of `Int64` milliseconds counts
  /// as the latest one.
  static func iso8601(_ date: Date) -> String {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    return iso8601(milliseconds: Int64(exactly: milliseconds) ?? .max)
  }

  private static func text(ofYear year: Int64) -> String {
    if (0...9_999).contains(year) { return padded(year, 4) }
    return (year < 0 ? "-" : "+") + padded(abs(year), 6)
  }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Divides and rounds down, because days before 1970 are negative.
  private static func floorDivision(_ a: Int64, _ b: Int64) -> Int64 {
    a >= 0 ? a / b : -((-(a + 1)) / b) - 1
  }
}
