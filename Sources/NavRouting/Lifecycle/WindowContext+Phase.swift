import NavStore

extension WindowContext {
  /// Sets the phase of the window: the phase that a view of the window has reported, or else the
  /// app's phase. After a view has reported a phase, the app's phases are ignored.
  ///
  /// - Returns: `false` if the phase is ignored, or is the window's phase already.
  @discardableResult
  func became(_ phase: NavStore.ScenePhase, fromView: Bool) -> Bool {
    getsPhaseFromView = getsPhaseFromView || fromView
    guard fromView || !getsPhaseFromView, self.phase != phase else { return false }
    self.phase = phase
    // The crash guard counts the time in which a window is active.
    store.writer.note(phase, of: self)
    guard phase != .background else { return true }
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
    return true
  }

  /// Notifies the crash guard that a window without a known phase may be in the background.
  func mayBeInBackground() {
    if phase == nil { store.writer.note(.background, of: self) }
  }
}
