/// What a batch calls the visits that it is about. Not generic: see ``VisitCore``.
struct BatchPlaces {
  private var places: [ObjectIdentifier: Int] = [:]

  /// The batch's next new visit.
  mutating func add(_ node: VisitCore) {
    places[ObjectIdentifier(node)] = places.count
  }

  func isStored(_ node: VisitCore) -> Bool {
    node.id >= 0 || places[ObjectIdentifier(node)] != nil
  }

  /// The nearest visit, from `node` down, that is stored.
  func ref(_ node: VisitCore) -> StackBatch.Ref {
    var node = node
    while true {
      if node.id >= 0 { return .stored(node.id) }
      if let place = places[ObjectIdentifier(node)] { return .made(place) }
      guard let beneath = node.beneathCore else { return .stored(0) }
      node = beneath
    }
  }

  /// The tips that the file shows for the stacks on the entries of a list, and the current one's
  /// place among them.
  func tips(of entries: [VisitCore], _ position: Int) -> (tips: [StackBatch.Ref], position: Int) {
    StackBatch.collapsed(
      entries.map { ref($0.firstTransient?.beneathCore ?? $0) }, position: position)
  }
}

extension BackForwardList {
  /// The entries of a list of visits, without the type of their routes.
  func cores<R>() -> [VisitCore] where Tip == VisitNode<R> {
    // An array of a class is one of its superclass, bit for bit. The cast that says so looks at
    // each element.
    unsafeBitCast(entries, to: [VisitCore].self)
  }
}
