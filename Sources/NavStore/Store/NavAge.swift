/// A length of time in days, hours or seconds.
public struct NavAge: Hashable, Sendable {
  package let duration: Duration

  /// A number of days of 24 hours.
  public static func days(_ days: Int) -> NavAge { NavAge(days, times: 86_400) }

  /// A number of hours.
  public static func hours(_ hours: Int) -> NavAge { NavAge(hours, times: 3_600) }

  /// A number of seconds.
  public static func seconds(_ seconds: Int) -> NavAge { NavAge(seconds, times: 1) }

  private init(_ count: Int, times seconds: Int) {
    let (product, overflow) = count.multipliedReportingOverflow(by: seconds)
    duration = .seconds(overflow ? (count > 0 ? Int.max : .min) : product)
  }
}
