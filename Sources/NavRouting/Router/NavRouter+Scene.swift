import NavStore

extension NavRouter {
  /// Sets the phase of the window. Views of this library call this method.
  ///
  /// The ``/NavStore/NavStore/RestoreGuard`` counts the time in which a window is active. While the
  /// window is in the background, the system may shorten the path through a view's binding, without
  /// an action of the user. Such a change is ignored, and views are notified of the real path once
  /// the window leaves the background. Changes by the app itself (``path``, ``pop(animated:)``) are
  /// always made.
  ///
  /// Until this method is called, the phases of the app are used as the phases of the window. A
  /// UIKit or AppKit app needn't call this method, except to report different phases of several
  /// windows.
  package func sceneBecame(_ phase: NavStore.ScenePhase) {
    isToldByView = true
    note(phase, isCertain: true)
  }

  /// Sets the phase of the window, for a view that also saves the store when the user leaves the
  /// app.
  ///
  /// An uncertain phase, which is the app's phase, is used until a certain phase of the window is
  /// set. While the phase is uncertain, every change of the path through a view's binding is made.
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

  /// The ``path`` for a view's binding. The setter ignores a path that the system shortens while
  /// the window is in the background: see ``sceneBecame(_:)``.
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
  /// Sets the phase of the app as the phase of the window, if no view has set the window's phase.
  func appBecame(_ phase: NavStore.ScenePhase) {
    if !isToldByView { note(phase, isCertain: true) }
  }

  /// Saves all changes before the process ends.
  func appWillTerminate() {
    guard let live else { return }
    endTurn()
    live.session.endInOrder()
  }

  /// The store to save when the user leaves the app; `nil` if a view saves it, or if the stack was
  /// not restored yet.
  var storeToSave: NavStore? { isSavedByView || live == nil ? nil : store }

  func endTurn() { OpenTurns.endAll() }
}

extension NavRouter {
  /// Sets whether the stack is on screen. Screens of a hidden stack are not visited.
  ///
  /// If the stack isn't restored yet, this call restores it only to set a hidden stack as shown.
  package func setShown(_ isShown: Bool) {
    let wasHidden = self.isShown == false
    guard self.isShown != isShown, live != nil || wasHidden else {
      self.isShown = isShown
      return
    }
    // `change` restores the stack before it sets `isShown`, so a hidden stack is restored as
    // hidden. Its top screen becomes a visit in `show`, and not in the restoration.
    change { live in
      self.isShown = isShown
      if isShown { live.session.willShow() }
      live.session.change(endsTurn: false, by: self) { $0.show(isShown) }
    }
  }
}
