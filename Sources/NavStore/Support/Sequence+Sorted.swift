extension Sequence {
  /// The elements from the smallest number to the largest; of equal numbers the one that came first
  /// is first.
  ///
  /// Sorts the numbers, in code that is the same for all types.
  func sorted(by number: (Element) -> Int64) -> [Element] {
    let elements = Array(self)
    return Order.rising(elements.map(number)).map { elements[$0] }
  }
}

private enum Order {
  /// The places of `numbers`, the smallest number's first.
  static func rising(_ numbers: [Int64]) -> [Int] {
    numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
  }
}
