/// Creates the sides of a row, and takes their samples.
struct Comparison {
  let row: Row
  let rounds: Rounds

  func run(in workspace: Workspace, progress: Progress) async throws -> Outcome {
    let contenders: [Contender]
    do {
      contenders = try await row.contenders(workspace)
    } catch let skipped as Skipped {
      return Outcome(row: row, spreads: [:], skipped: skipped)
    }
    let samples = try await rounds.samples(of: contenders.map(\.sample), progress: progress)
    let spreads = Dictionary(uniqueKeysWithValues: zip(contenders.map(\.side), samples))
    return Outcome(row: row, spreads: spreads)
  }
}

/// The measurements of a row.
struct Outcome {
  let row: Row
  let spreads: [Side: Spread]

  /// The reason that the row was not measured; `nil` if the row was measured.
  var skipped: Skipped?

  func median(_ side: Side) -> Double? { spreads[side]?.median }

  /// Returns NavStore's median, divided by the median of another side.
  func ratio(to side: Side) -> Double? {
    guard let own = median(.navstore), let other = median(side), other > 0 else { return nil }
    return own / other
  }

  /// Whether the measurements meet the row's target; `true` for a row without a target.
  var isMet: Bool { row.target?.isMet(by: self) ?? true }
}
