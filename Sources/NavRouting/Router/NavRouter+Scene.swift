import NavStore

extension NavRouter {
  /// The ``path`` for a view's binding.
  ///
  /// While the window is in the background, the system may shorten the path through a binding,
  /// without an action of the user. The setter ignores such a path, and views are notified of the
  /// real path once the window leaves the background. Changes by the app itself (``path``,
  /// ``pop(_:thenPush:animated:)``) are always made.
  package var boundPath: [Element] {
    get { path }
    set {
      let isTidying =
        context.phase == .background && newValue.count < currentPath.count
        && currentPath.starts(with: newValue)
      guard !isTidying else {
        return context.waiting.append { [weak self] in self.map { $0.observed.tell($0) } }
      }
      path = newValue
    }
  }
}

extension NavRouter {
  /// Sets whether the stack is on screen. Screens of a hidden stack are not visited.
  ///
  /// If the stack isn't restored yet, this call restores it only to set a hidden stack as shown.
  package func setShown(_ isShown: Bool) {
    let wasHidden = self.isShown == false
    guard self.isShown != isShown, started != nil || wasHidden else {
      self.isShown = isShown
      return
    }
    // `change` restores the stack before it sets `isShown`, so a hidden stack is restored as
    // hidden. Its top screen becomes a visit in `show`, and not in the restoration.
    change { session in
      self.isShown = isShown
      if isShown { session.willShow() }
      session.change(endsTurn: false, by: self) { $0.show(isShown) }
    }
  }
}
