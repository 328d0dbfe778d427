import NavStoreSQLite
import Testing

@testable import NavStore

@Suite("A commit during a checkpoint")
struct WALResetTests {
  /// Whether the SQLite in use has the fix of the WAL-reset bug: version 3.51.3 and later, and the
  /// backports 3.50.7 and 3.44.6.
  static let isFixed: Bool = {
    let options = DatabaseOptions(
      applicationID: 7, newestVersion: 0, durability: .relaxed, busyTimeoutMilliseconds: 0)
    let text =
      try? Database.openInMemory(options: options).first("SELECT sqlite_version()") { $0.text(0) }
    let parts = text?.split(separator: ".").compactMap { Int($0) } ?? []
    guard parts.count == 3, parts[0] == 3 else { return true }
    let minor = (parts[1], parts[2])
    return minor >= (51, 3) || (parts[1] == 50 && parts[2] >= 7)
      || (parts[1] == 44 && parts[2] >= 6)
  }()

  @Test(
    "The library's checkpoints lose nothing, whenever the commit occurs",
    arguments: WALReset.Policy.allCases.filter(\.isOurs), [false, true])
  func ours(_ policy: WALReset.Policy, writerHolds: Bool) throws {
    let report = try WALReset(policy, writerHolds: writerHolds).sweep()
    print("WAL reset, \(policy), writer holds its lock: \(writerHolds): \(report)")
    #expect(report.moments > 0)
    #expect(report.faults.isEmpty, "\(report.faults.prefix(3))")
  }

  @Test(
    "Control: unguarded checkpoints lose rows",
    .enabled(if: !isFixed, "This SQLite is fixed."),
    arguments: [
      (WALReset.Policy.passive, false), (.passive, true), (.truncateThatFallsBack, true),
    ])
  func unguarded(_ policy: WALReset.Policy, writerHolds: Bool) throws {
    let report = try WALReset(policy, writerHolds: writerHolds).sweep()
    print("WAL reset, control, \(policy), writer holds its lock: \(writerHolds): \(report)")
    #expect(!report.faults.isEmpty)
  }
}
