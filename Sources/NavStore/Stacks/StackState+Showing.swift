extension StackState {
  /// Says whether somebody can see the stack. In one that nobody sees nothing is visited; when it
  /// comes to be seen, its top is, unless it was before.
  mutating func show(_ isShown: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    guard isShown else { return }
    settle()
    guard !tip.isSeen, adoptedTop == nil else { return }
    hasComeOnTop = true
    touch()
  }
}
