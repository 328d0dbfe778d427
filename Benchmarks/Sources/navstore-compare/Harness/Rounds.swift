/// Takes samples from several sources in turn: A B C, then B C A, then C A B. A temporary slowdown
/// of the machine therefore affects all sources, not only one.
struct Rounds {
  /// The number of rounds whose samples are used.
  let count: Int

  /// The number of rounds at the beginning whose samples are discarded. They fill the caches of the
  /// system, SQLite and the libraries.
  private let warmUps = 2

  init(_ count: Int) {
    self.count = count
  }

  /// Calls each source once in each round. Returns the median and deviation of each source's
  /// samples, in the order of the sources.
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
