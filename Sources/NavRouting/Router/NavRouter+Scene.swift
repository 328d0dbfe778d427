import NavStore

extension NavRouter {
  /// Says which window the router is of, where that was not known when it was made: restores the
  /// stack, and puts on top what was pushed meanwhile. A root that was named meanwhile takes the
  /// place of the whole stack.
  ///
  /// False, and nothing changed, where the router has a scene already.
  @discardableResult
  public func attach(scene: String) -> Bool {
    guard self.scene == nil else { return false }
    self.scene = scene
    guard let early = live else { return true }
    early.session.stopObserving(ObjectIdentifier(self))
    let (root, routes) = (early.session.root, early.session.path)
    live = nil
    notify()
    if root != nil { replaceRoot(with: root, animated: isAnimated) }
    push(routes, animated: isAnimated)
    return true
  }

  /// Says whether the window is in front of its user; what shows it calls this. SwiftUI's scene
  /// phase is active for true, anything else for false.
  ///
  /// A binding that shrinks ``path`` while it is not, is the system tidying up and not the user:
  /// it changes nothing, and views hear what the path really is once the window is active again.
  public func sceneBecame(active isActive: Bool) {
    self.isActive = isActive
    guard isActive, hasIgnoredTidying else { return }
    hasIgnoredTidying = false
    notify()
  }

  /// Whether a path that came through the binding is a change to make.
  func takesOver(_ path: [Route]) -> Bool {
    let (isSame, isTidying) = withLive { live in
      let isSame = haveElementsOfSameBits(live.path, path)
      let isTidying = !isActive && path.count < live.path.count && live.path.starts(with: path)
      return (isSame, isTidying)
    }
    if isTidying { hasIgnoredTidying = true }
    // A stack that was brought along is saved by whoever sets it.
    return !isTidying && (!isSame || session.waitsForFirstTurn)
  }
}

extension NavRouter {
  /// Says whether the stack is on screen: nothing is visited in one that is not. Reads nothing
  /// where it only ever was hidden.
  package func setShown(_ isShown: Bool) {
    let wasHidden = self.isShown == false
    guard self.isShown != isShown, live != nil || wasHidden else {
      self.isShown = isShown
      return
    }
    // One that was hidden is restored as such: it comes on top now, and not by the restore.
    change { live in
      self.isShown = isShown
      if isShown { live.session.willShow() }
      live.session.change(endsTurn: false, by: self) { $0.show(isShown) }
    }
  }

  /// Lets go of the stack, which stays as it is in the file: from now on the router is empty, and
  /// works in memory. For what an account leaves behind when it signs out.
  public func retire() {
    guard !isRetired else { return }
    isRetired = true
    live?.session.endTurn()
    live?.session.stopObserving(ObjectIdentifier(self))
    live = nil
    notify()
  }
}
