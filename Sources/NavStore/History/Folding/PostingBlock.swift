/// Up to 128 sequence numbers in ascending order: the first, then differences as varints.
///
/// About 1.2 to 2 bytes a visit, where a row each would cost over 20.
struct PostingBlock: Equatable {
  static let capacity = 128

  let first: Int64
  private(set) var last: Int64
  private(set) var count: Int
  private(set) var differences: [UInt8]

  init(first: Int64) {
    self.first = first
    last = first
    count = 1
    differences = []
  }

  /// A stored block. Nil where the bytes are not one.
  init?(first: Int64, differences: [UInt8]) {
    self.first = first
    self.differences = differences
    last = first
    count = 1
    var position = 0
    while position < differences.count {
      guard let step = Varint.read(differences, at: &position), step > 0,
        step <= UInt64(Int64.max - last), count < Self.capacity
      else { return nil }
      last += Int64(step)
      count += 1
    }
  }

  /// False, and nothing changed, where the block is full, or (in a damaged file) ends later.
  mutating func append(_ number: Int64) -> Bool {
    guard count < Self.capacity, number > last else { return false }
    Varint.append(UInt64(number - last), to: &differences)
    last = number
    count += 1
    return true
  }

  var numbers: [Int64] {
    var result = [first]
    var position = 0
    while let step = Varint.read(differences, at: &position), let previous = result.last {
      result.append(previous + Int64(step))
    }
    return result
  }
}
