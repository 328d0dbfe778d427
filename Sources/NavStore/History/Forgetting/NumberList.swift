/// A list of numbers, each stored as its difference from the number before. A small difference
/// takes one or two bytes.
///
/// Passes over a whole history use such lists. A million visits take 1 to 3 MB, while an array of
/// their rows would take 80 MB.
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

  /// Calls `body` with all numbers in order, at most `size` at once.
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
