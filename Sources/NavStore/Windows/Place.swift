/// An entry of a window's back/forward list: a stack of the scene, and the stack's top visit.
struct Place: Sendable {
  let key: StackKey

  /// The node of the top visit, if the place was made from a live stack.
  let node: VisitNode?

  /// The top visit's number in the file when it was last read; 0 for the root screen, -1 before the
  /// visit is stored.
  var number: Int64

  /// Whether a step to this entry failed because its stack could not be read. Later steps skip the
  /// entry.
  var isUnreadable = false

  /// Creates a place from a node of a live stack, under the lock of that stack, or else from the
  /// number of the top visit.
  init(_ key: StackKey, _ node: VisitNode? = nil, number: Int64 = 0) {
    self.key = key
    self.node = node
    self.number = node?.id ?? number
  }

  /// The top visit's number in the file at the time of the call; -1 if the visit isn't stored or
  /// was removed. Read this property on the writer's queue, because a commit there assigns the
  /// numbers.
  var currentNumber: Int64 { node?.id ?? number }

  /// Returns the number of the nearest visit in the file, at or below the top visit. `made` has the
  /// numbers of the visits that the running transaction has added. Call it on the writer's queue.
  func stored(_ made: [ObjectIdentifier: Int64]) -> Int64 {
    guard let node else { return max(0, number) }
    let stored = node.projection.nearest { $0.id >= 0 || made[ObjectIdentifier($0)] != nil }
    return stored.id >= 0 ? stored.id : made[ObjectIdentifier(stored)] ?? 0
  }
}

extension Place: Equatable {
  /// Two places are equal if they have the same stack and the same visit. Visits without a number
  /// are the same if they are the same object.
  static func == (a: Place, b: Place) -> Bool {
    guard a.key == b.key else { return false }
    if a.number >= 0, a.number == b.number { return true }
    guard let node = a.node, let other = b.node else { return false }
    return node === other
  }
}
