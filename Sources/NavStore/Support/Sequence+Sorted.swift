extension Sequence {
  /// Returns the elements in ascending order of their numbers. Elements with equal numbers keep
  /// their order.
  ///
  /// Sorts an array of the numbers, so that all element types share the compiled code of the sort.
  func sorted(by number: (Element) -> Int64) -> [Element] {
    let elements = Array(self)
    return Order.rising(elements.map(number)).map { elements[$0] }
  }
}

private enum Order {
  /// Returns the indices of `numbers` in ascending order of the numbers.
  static func rising(_ numbers: [Int64]) -> [Int] {
    numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
  }
}
