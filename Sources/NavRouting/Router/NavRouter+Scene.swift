import NavStore

extension NavRouter {
  /// Tells the phase of the window. Views of this library call it.
  ///
  /// The ``/NavStore/NavStore/RestoreGuard`` counts the time in which a window is active. A view that
  /// shrinks the path through its binding while the window is in the background is the system
  /// tidying up and not the user: that changes nothing, and views hear what the path really is once
  /// the window leaves the background. What the app does itself (``path``, ``pop(animated:)``)
  /// always counts.
  ///
  /// Until this is called, the phases of the app count. That is enough for UIKit and AppKit, unless
  /// a scene delegate wants to be exact about several windows.
  package func sceneBecame(_ phase: NavStore.ScenePhase) {
    isToldByView = true
    note(phase, isCertain: true)
  }

  /// As ``sceneBecame(_:)``, by a view that also saves. A phase that is not certain counts until
  /// somebody says more, and nothing is taken for the system tidying up because of it.
  func sceneBecame(_ phase: NavStore.ScenePhase, isCertain: Bool) {
    if isCertain { (isToldByView, isSavedByView) = (true, true) }
    note(phase, isCertain: isCertain)
  }

  private func note(_ phase: NavStore.ScenePhase, isCertain: Bool) {
    self.phase = phase
    isPhaseCertain = isCertain
    live?.session.sceneBecame(phase, of: self)
    guard phase != .background, hasIgnoredTidying else { return }
    hasIgnoredTidying = false
    notify()
  }

  /// ``path`` for the binding of a view, which the system uses too: see ``sceneBecame(_:)``.
  package var boundPath: [Element] {
    get { path }
    set {
      let isTidying = withLive { live in
        phase == .background && isPhaseCertain && newValue.count < live.path.count
          && live.path.starts(with: newValue)
      }
      guard !isTidying else { return hasIgnoredTidying = true }
      path = newValue
    }
  }
}

extension NavRouter: FollowsApp {
  /// Says what the app is to its user, for a window of which no view does.
  func appBecame(_ phase: NavStore.ScenePhase) {
    if !isToldByView { note(phase, isCertain: true) }
  }

  /// Saves everything before the process ends.
  func appWillTerminate() {
    guard let live else { return }
    endTurn()
    live.session.endInOrder()
  }

  /// The store, for a window of which no view says when to save.
  var storeToSave: NavStore? { isSavedByView || live == nil ? nil : store }

  func endTurn() { OpenTurns.endAll() }
}

extension NavRouter {
  /// Says whether the stack is on screen: nothing is visited in one that is not. Reads nothing
  /// if it only ever was hidden.
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
}
