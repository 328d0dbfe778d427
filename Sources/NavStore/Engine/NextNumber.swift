import NavStoreSQLite

/// The next free number for a visit, kept from one commit to the next: to ask the file for it costs
/// about a tenth of a commit.
///
/// Good only as long as nobody has written anything since: another process changes `data_version`,
/// any statement of this connection that changes a row SQLite's count of them.
///
/// Sources: <https://www.sqlite.org/pragma.html#pragma_data_version>,
/// <https://www.sqlite.org/c3ref/total_changes.html>.
struct NextNumber {
  /// What a connection sees of the file, inside a write transaction.
  struct Moment: Equatable {
    let dataVersion: Int64
    let totalChanges: Int64

    init(dataVersion: Int64, _ connection: Connection) {
      self.dataVersion = dataVersion
      totalChanges = connection.totalChanges
    }
  }

  private var known: (number: Int64, moment: Moment)?

  /// The number, if it is known at `moment`.
  func value(at moment: Moment) -> Int64? {
    known.flatMap { $0.moment == moment ? $0.number : nil }
  }

  mutating func note(_ number: Int64?, at moment: Moment) {
    // The last ones are kept free: see `VisitTable.nextNumber`, which is asked then.
    known = number.flatMap { $0 > 0 && $0 < .max - (1 << 31) ? ($0, moment) : nil }
  }

  /// The moments of another connection do not compare with this one's.
  mutating func forget() { known = nil }
}
