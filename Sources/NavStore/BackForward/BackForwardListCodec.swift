/// The list as one compact column: a format byte, then each tip as its difference from the one
/// before. A list that only ever went forward costs a byte an entry.
enum BackForwardListCodec {
  /// Tips of one stack. A list over all stacks of a scene will have a format of its own.
  private static let singleStack: UInt8 = 1

  /// None of ours is longer. A file may hold one of millions.
  static let longest = 100_000

  static func encode(_ tips: [Int64]) -> [UInt8] {
    var bytes = [singleStack]
    bytes.reserveCapacity(tips.count + 4)
    var previous: Int64 = 0
    for tip in tips {
      Varint.appendZigzag(tip &- previous, to: &bytes)
      previous = tip
    }
    return bytes
  }

  /// Nil where the bytes are not a list: cut short, of another format, empty, or too long.
  static func decode(_ bytes: [UInt8]) -> [Int64]? {
    guard bytes.first == singleStack else { return nil }
    var tips: [Int64] = []
    var position = 1
    var previous: Int64 = 0
    while position < bytes.count {
      guard let difference = Varint.readZigzag(bytes, at: &position) else { return nil }
      previous &+= difference
      guard previous >= 0, tips.count < longest else { return nil }
      tips.append(previous)
    }
    return tips.isEmpty ? nil : tips
  }
}
