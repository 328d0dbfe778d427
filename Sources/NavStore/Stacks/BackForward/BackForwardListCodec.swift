/// A list as one compact column. The first byte is the count of numbers per entry. Then each number
/// follows as its difference from the same number of the previous entry. If the list was only
/// pushed to, each number takes a byte.
package enum BackForwardListCodec {
  /// The largest number of entries that is decoded, because a damaged file may have millions. The
  /// library's own lists are shorter.
  static let longest = 100_000

  /// Encodes the list of one stack, whose entries are tips.
  static func encode(_ tips: [Int64]) -> [UInt8] { encode(tips, perEntry: 1) }

  /// Encodes the list of a whole scene, whose entries are stacks with tips.
  static func encode(_ entries: [WindowTable.Entry]) -> [UInt8] {
    encode(entries.flatMap { [$0.stack, $0.tip] }, perEntry: 2)
  }

  /// Returns `nil` if the bytes are not the list of one stack: cut short, of another format, empty,
  /// or too long.
  package static func decode(_ bytes: [UInt8]) -> [Int64]? { decode(bytes, perEntry: 1) }

  /// Returns `nil` if the bytes are not the list of a whole scene.
  static func decodeEntries(_ bytes: [UInt8]) -> [WindowTable.Entry]? {
    guard let numbers = decode(bytes, perEntry: 2) else { return nil }
    let entries = stride(from: 0, to: numbers.count, by: 2).map {
      WindowTable.Entry(stack: numbers[$0], tip: numbers[$0 + 1])
    }
    return entries.allSatisfy { $0.stack > 0 } ? entries : nil
  }

  private static func encode(_ numbers: [Int64], perEntry count: Int) -> [UInt8] {
    var bytes = [UInt8(count)]
    bytes.reserveCapacity(numbers.count + 4 * count)
    // The numbers of the entry before. If an entry has one number, it is `second`.
    var (first, second): (Int64, Int64) = (0, 0)
    for number in numbers {
      Varint.appendZigzag(number &- (count == 1 ? second : first), to: &bytes)
      (first, second) = (second, number)
    }
    return bytes
  }

  private static func decode(_ bytes: [UInt8], perEntry count: Int) -> [Int64]? {
    guard bytes.first == UInt8(count) else { return nil }
    var numbers: [Int64] = []
    var position = 1
    while position < bytes.count {
      guard let difference = Varint.readZigzag(bytes, at: &position) else { return nil }
      let previous = numbers.count < count ? 0 : numbers[numbers.count - count]
      let number = previous &+ difference
      guard number >= 0, numbers.count < longest * count else { return nil }
      numbers.append(number)
    }
    return numbers.isEmpty || !numbers.count.isMultiple(of: count) ? nil : numbers
  }
}
