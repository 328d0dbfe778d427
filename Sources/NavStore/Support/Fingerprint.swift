/// A 64-bit hash that is the same in every process, build and machine: FNV-1a.
///
/// Each step is a bijection of the state, so two inputs of the same length that differ in one byte
/// always have different fingerprints. As a checksum, it detects every flipped bit. Constants:
/// <http://www.isthe.com/chongo/tech/comp/fnv/>. Swift's `hashValue` can't be used, because its
/// seed differs in each process.
package struct Fingerprint {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  /// Hashes some bytes.
  package init(of bytes: some Sequence<UInt8>) {
    combine(bytes)
  }

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }

  /// Adds text with a terminating zero, so that `("ab", "c")` and `("a", "bc")` differ.
  mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine($0) }
    combine(CollectionOfOne(0))
  }

  mutating func combine(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { combine($0) }
  }

  /// The hash as SQLite stores it.
  package var value: Int64 { Int64(bitPattern: state) }
}
