/// The target of a row, such as `ratioToFloor<=1.25,ratioToGRDB<=1.0`. Commas separate its clauses.
/// A clause is a key, `<=` or `>=`, and a number.
struct Target: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  let description: String
  private let clauses: [Clause]

  private struct Clause {
    let key: Key
    let isUpperBound: Bool
    let bound: Double
  }

  private enum Key: String {
    case navstore
    case ratioToFloor
    case ratioToGRDB
    case ratioToUserDefaults
    case ratioToBaseline
  }

  init(stringLiteral text: String) {
    description = text
    clauses = text.split(separator: ",").map { clause in
      let parts = clause.split(whereSeparator: { "<=>".contains($0) })
      guard parts.count == 2, let key = Key(rawValue: String(parts[0])),
        let bound = Double(parts[1])
      else {
        // NB: Targets are constants of this program, so this is a mistake in the row's declaration.
        preconditionFailure("\(clause) is no target.")
      }
      return Clause(key: key, isUpperBound: clause.contains("<="), bound: bound)
    }
  }

  /// Returns whether the measurements meet all clauses. A clause about a side that was not measured
  /// is not met.
  func isMet(by outcome: Outcome) -> Bool {
    clauses.allSatisfy { clause in
      guard let value = value(of: clause.key, in: outcome) else { return false }
      return clause.isUpperBound ? value <= clause.bound : value >= clause.bound
    }
  }

  private func value(of key: Key, in outcome: Outcome) -> Double? {
    switch key {
    case .navstore: outcome.median(.navstore)
    case .ratioToFloor: outcome.ratio(to: .floor)
    case .ratioToGRDB: outcome.ratio(to: .grdb)
    case .ratioToUserDefaults: outcome.ratio(to: .userdefaults)
    case .ratioToBaseline: outcome.ratio(to: .baseline)
    }
  }
}
