extension StackState {
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
