/// Numbers in the order in which they came, each as its difference from the one before: a byte or
/// two where neighbours are near.
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

/// A number for each of some numbers, in a few bytes each. Made once, from pairs in ascending order.
struct NumberMap: Sendable {
  /// How many pairs a look-up may have to read.
  private static let stride = 32

  /// Where each `stride`-th pair is.
  private struct Mark {
    let number: Int64
    let value: Int64

    /// Of what follows the pair.
    let position: Int
  }

  private(set) var count = 0
  private var marks: [Mark] = []
  private var bytes: [UInt8] = []
  private var last: (number: Int64, value: Int64) = (0, 0)

  /// `number` is larger than all before.
  mutating func append(_ number: Int64, _ value: Int64) {
    if count % Self.stride == 0 {
      marks.append(Mark(number: number, value: value, position: bytes.count))
    } else {
      Varint.append(UInt64(bitPattern: number &- last.number), to: &bytes)
      Varint.appendZigzag(value &- last.value, to: &bytes)
    }
    last = (number, value)
    count += 1
  }

  subscript(number: Int64) -> Int64? {
    // The last mark that is not behind it.
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let mark = marks[low - 1]
    let end = low < marks.count ? marks[low].position : bytes.count
    var (position, current, value) = (mark.position, mark.number, mark.value)
    while current < number, position < end {
      guard let step = Varint.read(bytes, at: &position),
        let change = Varint.readZigzag(bytes, at: &position)
      else { return nil }
      current &+= Int64(bitPattern: step)
      value &+= change
    }
    return current == number ? value : nil
  }
}

/// Visits that were taken, each with the nearest one beneath it that is left; 0: the root screen.
///
/// Those of a large part of a history are taken in portions. What is left beneath a visit when its
/// portion goes may go with a later one.
struct Survivors: Sendable {
  private var portions: [NumberMap] = []

  /// Adds those of a portion, taken after all before.
  mutating func add(_ survivors: [Int64: Int64]) {
    var map = NumberMap()
    for (visit, survivor) in survivors.sorted(by: { $0.key < $1.key }) {
      map.append(visit, survivor)
    }
    portions.append(map)
  }

  /// Nil where the visit was not taken.
  subscript(visit: Int64) -> Int64? {
    var found: Int64?
    for portion in portions {
      if let survivor = portion[found ?? visit] { found = survivor }
      if found == 0 { break }
    }
    return found
  }
}
