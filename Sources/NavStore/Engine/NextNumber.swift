/// The next free number of a visit, kept from one commit to the next. Reading the number from the
/// file takes about a tenth of the time of a commit.
///
/// The number is valid only until any row is written. A commit of another process changes
/// `data_version`, and a statement of this connection changes SQLite's count of changed rows.
struct NextNumber {
  /// The state of the file as a connection sees it, inside a write transaction.
  struct Moment: Equatable {
    let dataVersion: Int64
    let totalChanges: Int64
  }

  private var known: (number: Int64, moment: Moment)?

  /// Returns the number if it was recorded for the same state of the file as `moment`; otherwise,
  /// `nil`.
  func value(at moment: Moment) -> Int64? {
    known.flatMap { $0.moment == moment ? $0.number : nil }
  }

  mutating func note(_ number: Int64?, at moment: Moment) {
    // Don't record one of the last 2^31 numbers, because no visit may have them. The writer then
    // calls `VisitTable.nextNumber`, which throws an error.
    known = number.flatMap { $0 > 0 && $0 < .max - (1 << 31) ? ($0, moment) : nil }
  }

  /// Forgets the number. Call it when the writer gets another connection, because the ``Moment``
  /// values of two connections can't be compared.
  mutating func forget() { known = nil }
}
