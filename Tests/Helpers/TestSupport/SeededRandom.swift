import Foundation

/// The generator SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>), which returns the same
/// numbers for the same seed.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Returns a generator with the seed in the environment variable `NAVSTORE_SEED`, or with a
  /// random seed if there is no such variable. Prints the seed, with which a failed test can be
  /// repeated.
  package static func make(for test: String = #function) -> SeededRandom {
    let given = ProcessInfo.processInfo.environment["NAVSTORE_SEED"].flatMap { UInt64($0) }
    let seed = given ?? .random(in: 0...UInt64.max)
    print("\(test): NAVSTORE_SEED=\(seed)")
    return SeededRandom(seed: seed)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
