/// A position of the user: a stack of a scene, and its top visit.
struct Place: Sendable {
  let key: StackKey

  /// The visit in memory, if the place comes from a live stack.
  let node: VisitNode?

  /// The visit's number when it was last known; 0 for the root screen, -1 before the visit is
  /// stored.
  private(set) var number: Int64

  /// Whether the stack could not be read when the user went there. Such an entry is skipped.
  var isUnreadable = false

  init(_ key: StackKey, number: Int64) {
    self.key = key
    node = nil
    self.number = number
  }

  /// Creates a place from a node, under the lock of its session.
  init(_ key: StackKey, _ node: VisitNode) {
    self.key = key
    self.node = node
    number = node.id
  }

  /// The visit's current number; -1 if it has none, or none any more. On the writer's queue, where
  /// numbers are assigned.
  var currentNumber: Int64 { node?.id ?? number }

  /// The place with the visit's current number. On the writer's queue.
  var numbered: Place {
    var place = self
    place.number = currentNumber
    return place
  }

  /// Returns the number of the nearest visit in the file, from the top down, and whether it is the
  /// top. `made` has the numbers of the running transaction. On the writer's queue.
  func stored(_ made: [ObjectIdentifier: Int64]) -> (number: Int64, isExact: Bool) {
    guard let node else { return (max(0, number), true) }
    var next: VisitNode? = node.projection
    while let current = next {
      let found = current.id >= 0 ? current.id : made[ObjectIdentifier(current)]
      if let found { return (found, current === node) }
      next = current.parent
    }
    return (0, false)
  }
}

extension Place: Equatable {
  /// Compares stacks and visits. Two unstored visits are equal if they are the same object.
  static func == (a: Place, b: Place) -> Bool {
    guard a.key == b.key else { return false }
    if a.number >= 0, a.number == b.number { return true }
    guard let node = a.node, let other = b.node else { return false }
    return node === other
  }
}
