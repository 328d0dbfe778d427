extension [Int64] {
  /// The positions of the numbers, from the smallest number to the largest. Equal numbers keep their
  /// order.
  ///
  /// Sort other elements by the order of such numbers: each type that is sorted adds three kilobytes
  /// to a program.
  var positionsInOrder: [Int] {
    indices.sorted { (self[$0], $0) < (self[$1], $1) }
  }
}
