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

  /// A stored block. Nil if the bytes are not one.
  init?(first: Int64, differences: [UInt8]) {
    self.first = first
    self.differences = differences
    last = first
    count = 1
    var position = 0
    while position < differences.count {
      guard let step = Varint.read(differences, at: &position).flatMap(Int64.init(exactly:)),
        step > 0, count < Self.capacity
      else { return nil }
      let (next, overflows) = last.addingReportingOverflow(step)
      guard !overflows else { return nil }
      last = next
      count += 1
    }
  }

  /// False, and nothing changed, if the block is full, or (in a damaged file) ends later.
  mutating func append(_ number: Int64) -> Bool {
    let (step, overflows) = number.subtractingReportingOverflow(last)
    guard count < Self.capacity, step > 0, !overflows else { return false }
    Varint.append(UInt64(step), to: &differences)
    last = number
    count += 1
    return true
  }

  var numbers: [Int64] {
    var result = [first]
    var position = 0
    while let step = Varint.read(differences, at: &position), let previous = result.last {
      // Checked when the block was made.
      result.append(previous &+ Int64(truncatingIfNeeded: step))
    }
    return result
  }
}
