/// Numbers in the order in which they came, each as its difference from the one before: a byte or
/// two if neighbours are near.
///
/// What passes over a whole history keeps such lists of it: a million visits are 1 to 3 MB, in an
/// array of what there is to say of each 80.
struct NumberList: Sendable {
  private(set) var count = 0
  private var bytes: [UInt8] = []
  private var last: Int64 = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ number: Int64) {
    Varint.appendZigzag(number &- last, to: &bytes)
    last = number
    count += 1
  }

  /// All numbers in turn, at most `size` at once.
  func eachPortion(of size: Int, _ body: ([Int64]) throws -> Void) rethrows {
    var position = 0
    var number: Int64 = 0
    while position < bytes.count {
      var portion: [Int64] = []
      portion.reserveCapacity(min(size, count))
      while portion.count < size, let step = Varint.readZigzag(bytes, at: &position) {
        number &+= step
        portion.append(number)
      }
      try body(portion)
    }
  }
}
