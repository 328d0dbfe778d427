/// What a batch calls the visits that it is about.
struct BatchPlaces {
  /// The batch's new visits, in order.
  private(set) var made = IdentityList<VisitNode>()

  /// The batch's next new visit.
  mutating func add(_ node: VisitNode) {
    made.append(node)
  }

  func isStored(_ node: VisitNode) -> Bool {
    node.id >= 0 || made.contains(node)
  }

  /// The nearest visit, from `node` down, that is stored.
  func ref(_ node: VisitNode) -> StackBatch.Ref {
    var node = node
    while node.id < 0 {
      if let place = made.place(of: node) { return .made(place) }
      guard let beneath = node.parent else { return .stored(0) }
      node = beneath
    }
    return .stored(node.id)
  }

  /// The tips that the file shows for the stacks on the entries of a list, and the current one's
  /// place among them.
  func tips(of entries: [VisitNode], _ position: Int) -> (tips: [StackBatch.Ref], position: Int) {
    var tips: [StackBatch.Ref] = []
    tips.reserveCapacity(entries.count)
    var newPosition = 0
    for index in entries.indices {
      // A screen that was forgotten is no entry, but for the one that is shown.
      if index != position && entries[index].isForgotten {
        let list = BackForwardList(entries: entries, index: position, limit: entries.count)
        let left = list.without(
          \.isForgotten, landing: .parent, parent: { $0 },
          areEqual: { VisitNode.haveEqualRoutes($0, $1, inFile: ==) })
        return self.tips(of: left.entries, left.index)
      }
      let tip = shown(of: entries[index])
      // Neighbours that became the same tip, as entries over a route that is not stored do.
      if tips.last != tip { tips.append(tip) }
      if index == position { newPosition = tips.count - 1 }
    }
    return (tips, newPosition)
  }

  private func shown(of entry: VisitNode) -> StackBatch.Ref {
    // The usual one, and the one that must be quick: a list has fifty.
    entry.id >= 0 && entry.isShownWhole ? .stored(entry.id) : ref(entry.projection)
  }
}
