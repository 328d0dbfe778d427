import NavStore

extension WindowContext {
  /// Sets the phase of the window, from a view that also saves the store when the user leaves the
  /// app.
  ///
  /// An uncertain phase, which is the app's phase, is used until a certain phase of the window is
  /// set.
  func sceneBecame(_ phase: AppLifecycle.Known) {
    if phase.isCertain { getsPhaseFromView = true }
    note(phase)
  }

  /// Sets the phase of the app as the phase of the window, if no view has set the window's phase.
  func appBecame(_ phase: NavStore.ScenePhase) {
    if !getsPhaseFromView { note(.init(phase: phase, isCertain: true)) }
  }

  /// The store to save when the user leaves the app; `nil` if a view saves it.
  var storeToSave: NavStore? { getsPhaseFromView ? nil : store }

  /// Whether a view of the window, or the app in place of a view, has reported that the window is
  /// in the background.
  var isCertainlyInBackground: Bool { phase == .init(phase: .background, isCertain: true) }

  private func note(_ phase: AppLifecycle.Known) {
    self.phase = phase
    // The crash guard counts the time in which a window is active.
    store.writer.note(phase.phase, of: self)
    guard phase.phase != .background else { return }
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
  }
}
