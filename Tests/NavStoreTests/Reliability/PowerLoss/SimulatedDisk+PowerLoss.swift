import FaultVFS
import TestSupport

extension SimulatedDisk {
  /// The outcome of a power loss for the changes that are not durable.
  enum Fate: String, CaseIterable {
    /// No change is on the disk.
    case dropped

    /// All changes are on the disk, as after a kill of the process.
    case kept

    /// Some of the earliest changes are on the disk. Of the change after them, only the first
    /// sectors are on the disk.
    case torn

    /// An arbitrary subset of the changed sectors is on the disk.
    case mixed

    /// An arbitrary subset of the changed sectors is on the disk, and other changed sectors hold
    /// garbage.
    case garbage

    /// The outcome is chosen separately for each file.
    case each
  }

  /// Returns the bytes of each file, by suffix, that the disk has after a power loss.
  func image(_ fate: Fate, using random: inout SeededRandom) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for (name, file) in names(fate, using: &random).sorted(by: { $0.key < $1.key }) {
      found[name] = bytes(of: files[file], fate, using: &random)
    }
    return found
  }

  private func names(_ fate: Fate, using random: inout SeededRandom) -> [String: Int] {
    var names = durableNames
    switch fate {
    case .dropped: break
    case .kept: names = self.names
    case .torn:
      for change in pendingNames.prefix(.random(in: 0...pendingNames.count, using: &random)) {
        Self.apply(change, to: &names)
      }
    case .mixed, .garbage, .each:
      for change in pendingNames where Bool.random(using: &random) {
        Self.apply(change, to: &names)
      }
    }
    return names
  }

  private func bytes(
    of file: File, _ fate: Fate, using random: inout SeededRandom
  ) -> [UInt8] {
    guard !file.pending.isEmpty else { return file.durable }
    var bytes = file.durable
    switch fate {
    case .dropped: break
    case .kept:
      for change in file.pending { Self.apply(change, to: &bytes) }
    case .torn: tear(file.pending, &bytes, using: &random)
    case .mixed: mix(file.pending, &bytes, garbage: 0, using: &random)
    case .garbage:
      mix(file.pending, &bytes, garbage: .random(in: 0.05...0.5, using: &random), using: &random)
    case .each:
      let fates = Fate.allCases.dropLast()
      return self.bytes(of: file, fates.randomElement(using: &random) ?? .kept, using: &random)
    }
    return bytes
  }

  private func tear(
    _ changes: [Change], _ bytes: inout [UInt8], using random: inout SeededRandom
  ) {
    let whole = Int.random(in: 0..<changes.count, using: &random)
    for change in changes[..<whole] { Self.apply(change, to: &bytes) }
    guard case .write(let offset, let source) = changes[whole] else { return }
    let sectors = Self.sectors(offset, source.count)
    let end = sectors[.random(in: 0..<sectors.count, using: &random)].upperBound
    source.withUnsafeBytes { source in
      Self.write(.init(rebasing: source[..<(end - offset)]), at: offset, to: &bytes)
    }
  }

  private func mix(
    _ changes: [Change], _ bytes: inout [UInt8], garbage: Double, using random: inout SeededRandom
  ) {
    let keeps = [0.1, 0.5, 0.9].randomElement(using: &random) ?? 0.5
    var dice = Dice(seed: random.next(), garbage: garbage, keeps: keeps)
    var size = bytes.count
    for change in changes {
      switch change {
      case .truncate(let newSize):
        size = min(size, newSize)
        if dice.roll() != .drop { Self.apply(change, to: &bytes) }
      case .write(let offset, let source):
        size = max(size, offset + source.count)
        source.withUnsafeBytes { source in
          for sector in Self.sectors(offset, source.count) {
            let part = (sector.lowerBound - offset)..<(sector.upperBound - offset)
            switch dice.roll() {
            case .drop: break
            case .keep:
              Self.write(.init(rebasing: source[part]), at: sector.lowerBound, to: &bytes)
            case .spoil:
              let start = dice.number(below: Self.noise.count - Self.sector)
              Self.noise.withUnsafeBytes { noise in
                let noise = noise[start..<(start + sector.count)]
                Self.write(.init(rebasing: noise), at: sector.lowerBound, to: &bytes)
              }
            }
          }
        }
      }
    }
    // A file may have its new length on the disk without its new bytes.
    if size > bytes.count, Bool.random(using: &random) {
      bytes.appendZeros(size - bytes.count)
    }
  }

  private static let noise: [UInt8] = {
    // The seed is fixed, so that the seed of a test determines all bytes of its images.
    var random = SeededRandom(seed: 1)
    return (0..<65_536).map { _ in UInt8(truncatingIfNeeded: random.next() >> 32) }
  }()

  /// Chooses the outcome of each sector at random, with a generator that is fast in a debug build.
  private struct Dice {
    enum Outcome { case drop, keep, spoil }

    private var state: UInt64
    private let spoils: UInt64
    private let keeps: UInt64

    init(seed: UInt64, garbage: Double, keeps: Double) {
      state = seed | 1
      spoils = UInt64(garbage * 65_536)
      self.keeps = UInt64((garbage + (1 - garbage) * keeps) * 65_536)
    }

    /// Returns the next random number of Xorshift64
    /// (<https://www.jstatsoft.org/article/view/v008i14>).
    private mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }

    mutating func roll() -> Outcome {
      let draw = (next() >> 16) & 0xFFFF
      return draw < spoils ? .spoil : draw < keeps ? .keep : .drop
    }

    mutating func number(below bound: Int) -> Int {
      Int((next() >> 16) % UInt64(bound))
    }
  }

  /// Splits a write into the parts that each lie in one sector.
  private static func sectors(_ offset: Int, _ count: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = offset
    while start < offset + count {
      let end = min((start / sector + 1) * sector, offset + count)
      parts.append(start..<end)
      start = end
    }
    return parts
  }
}
