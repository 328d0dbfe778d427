/// Where the user was: a stack of a scene, and the visit on its top.
struct Place: Sendable {
  let key: StackKey

  /// The visit in memory, if its session gave it.
  let node: VisitNode?

  /// The visit's number as far as it is known; 0 for the root screen, -1 before it is stored.
  private(set) var number: Int64

  /// Whether going there found a stack that cannot be read: it is passed over from then on.
  var isUnreadable = false

  init(_ key: StackKey, number: Int64) {
    self.key = key
    node = nil
    self.number = number
  }

  /// Under the lock of the node's session.
  init(_ key: StackKey, _ node: VisitNode) {
    self.key = key
    self.node = node
    number = node.id
  }

  /// On the writer's queue, where numbers are given: the visit's number; -1 where it has none, or no
  /// longer one.
  var currentNumber: Int64 { node?.id ?? number }

  /// On the writer's queue: with the number that the visit has now.
  var numbered: Place {
    var place = self
    place.number = currentNumber
    return place
  }

  /// On the writer's queue: the number of the nearest visit, from the top down, that is in the
  /// file, and whether that is the top. `made` has the numbers of the transaction that runs.
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
  /// That very visit of that very stack.
  static func == (a: Place, b: Place) -> Bool {
    guard a.key == b.key else { return false }
    if a.number >= 0, a.number == b.number { return true }
    guard let node = a.node, let other = b.node else { return false }
    return node === other
  }
}
