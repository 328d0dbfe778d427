/// Takes samples from several sources in turn, A B C then B C A then C A B, so that whatever slows
/// the machine down for a while slows all of them down.
struct Rounds {
  /// How many are kept.
  let count: Int

  /// Rounds before those, for caches of all kinds.
  private let warmUps = 2

  init(_ count: Int) {
    self.count = count
  }

  /// What each source gave, in their order.
  func samples(
    of sources: [() async throws -> Double], progress: Progress
  ) async throws -> [Spread] {
    var samples = sources.map { _ in [Double]() }
    for round in 0..<(warmUps + count) {
      progress.show(max(0, round - warmUps), of: count)
      for place in sources.indices {
        let turn = (place + round) % sources.count
        let sample = try await sources[turn]()
        if round >= warmUps { samples[turn].append(sample) }
      }
    }
    progress.clear()
    return samples.map { Spread($0) }
  }
}
