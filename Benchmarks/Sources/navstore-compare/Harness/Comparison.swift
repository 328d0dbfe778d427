/// Takes a row's samples: all sides in turn, A B C then B C A then C A B, so that whatever slows
/// the machine down for a while slows all of them down.
struct Comparison {
  let row: Row

  /// How many rounds are kept.
  let rounds: Int

  /// Rounds before those, for caches of all kinds.
  private let warmUps = 2

  init(row: Row, rounds: Int) {
    self.row = row
    self.rounds = rounds
  }

  func run(in workspace: Workspace, progress: Progress) async throws -> Outcome {
    let contenders: [Contender]
    do {
      contenders = try await row.contenders(workspace)
    } catch let skipped as Skipped {
      return Outcome(row: row, spreads: [:], skipped: skipped)
    }
    var samples = contenders.map { _ in [Double]() }
    for round in 0..<(warmUps + rounds) {
      progress.show(max(0, round - warmUps), of: rounds)
      for place in contenders.indices {
        let turn = (place + round) % contenders.count
        let sample = try await contenders[turn].sample()
        if round >= warmUps { samples[turn].append(sample) }
      }
    }
    progress.clear()
    var spreads: [Side: Spread] = [:]
    for (contender, samples) in zip(contenders, samples) {
      spreads[contender.side] = Spread(samples)
    }
    return Outcome(row: row, spreads: spreads)
  }
}

/// What a row came to.
struct Outcome {
  let row: Row
  let spreads: [Side: Spread]

  /// Why nothing was measured.
  var skipped: Skipped?

  func median(_ side: Side) -> Double? { spreads[side]?.median }

  /// NavStore's median over another side's.
  func ratio(to side: Side) -> Double? {
    guard let own = median(.navstore), let other = median(side), other > 0 else { return nil }
    return own / other
  }

  /// True for a row without a target.
  var isMet: Bool { row.target?.isMet(by: self) ?? true }
}
