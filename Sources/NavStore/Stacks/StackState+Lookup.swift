extension StackState {
  /// The index of the entry `offset` readable entries away; nil where there is none.
  func target(by offset: Int) -> Int? {
    guard offset != 0 else { return list.index }
    let step = offset.signum()
    var remaining = offset.magnitude
    var index = list.index
    while remaining > 0 {
      index += step
      guard list.entries.indices.contains(index) else { return nil }
      if !list.entries[index].isUnreadable { remaining -= 1 }
    }
    return index
  }

  /// Every node with a number that the stack and the list stand on.
  var knownNodes: [Int64: Node] {
    var known: [Int64: Node] = [0: root]
    for tip in list.entries + [tip] {
      if !tip.isLoaded, known[tip.id] == nil { known[tip.id] = tip }
      var node = tip
      while node.isLoaded, let parent = node.parent {
        if node.id >= 0 {
          if let other = known[node.id], other.isLoaded { break }
          known[node.id] = node
        }
        node = parent
      }
    }
    return known
  }
}
