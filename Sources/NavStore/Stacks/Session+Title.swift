extension NavStore.Session {
  /// Names what is on top, for recents, search and the timeline: the item of its route. Nil removes
  /// the name.
  ///
  /// For when data has loaded. Kept in memory at once and written half a second later, or with the
  /// next change, also where the visit itself is not written yet. It names the screen that is on
  /// top at the time of the call, wherever the user goes then. Nothing happens at the root screen,
  /// and for a route that is never stored or is no history.
  ///
  /// - Throws: ``NavStore/Error`` with code `valueTooLarge` (over ``NavStore/Limits/titleBytes``);
  ///   nothing is changed.
  public func setTitle(_ title: String?) throws(NavStore.Error) {
    let stored = try StoredTitle(title, limit: writer.configuration.limits.titleBytes)
    let mustEnroll = withState { state in
      guard state.stack.setTitle(stored), !state.isEnrolled else { return false }
      state.isEnrolled = true
      return true
    }
    guard mustEnroll else { return }
    writer.enroll(core, schedules: false)
    writer.commitSoon()
  }
}

extension StackState {
  /// Says whether there is something to write now: the title of an adopted stack waits for the
  /// first change, as the stack does.
  mutating func setTitle(_ title: StoredTitle) -> Bool {
    settle()
    guard tip !== root else { return false }
    setTitle(title, of: tip)
    return tip.isQueued || isTurnOpen
  }
}
