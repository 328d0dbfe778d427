/// The stored form of a back/forward list, as one compact column. The first byte is the count of
/// numbers per entry. After it, each number is stored as its difference from the number at the same
/// position of the previous entry. The numbers of a list that only pushes have changed usually take
/// a byte each.
package enum BackForwardListCodec {
  /// The largest number of entries that is decoded, because the column of a damaged file may have
  /// millions. The library writes shorter lists.
  static let longest = 100_000

  /// Encodes the list of one stack, whose entries are the numbers of top visits.
  static func encode(_ tips: [Int64]) -> [UInt8] { encode(tips, perEntry: 1) }

  /// Encodes the list of a window, whose entries are the numbers of a stack and its top visit.
  static func encode(_ entries: [WindowTable.Entry]) -> [UInt8] {
    encode(entries.flatMap { [$0.stack, $0.tip] }, perEntry: 2)
  }

  /// Decodes the list of one stack. Returns `nil` if the bytes are cut short, of another format,
  /// empty, or too long.
  package static func decode(_ bytes: [UInt8]) -> [Int64]? { decode(bytes, perEntry: 1) }

  /// Decodes the list of a window. Returns `nil` if the bytes are not the list of a window, or a
  /// stack's number is not positive.
  static func decodeEntries(_ bytes: [UInt8]) -> [WindowTable.Entry]? {
    guard let numbers = decode(bytes, perEntry: 2) else { return nil }
    let entries = stride(from: 0, to: numbers.count, by: 2).map {
      WindowTable.Entry(stack: numbers[$0], tip: numbers[$0 + 1])
    }
    return entries.allSatisfy { $0.stack > 0 } ? entries : nil
  }

  private static func encode(_ numbers: [Int64], perEntry count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count + 4 * count)
    bytes.append(UInt8(count))
    for (place, number) in numbers.enumerated() {
      let previous = place < count ? 0 : numbers[place - count]
      Varint.appendZigzag(number &- previous, to: &bytes)
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
