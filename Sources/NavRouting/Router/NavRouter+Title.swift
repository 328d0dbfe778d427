import NavStore

extension NavRouter {
  /// Names the screen on top in history, once its data has loaded; nil removes the name.
  ///
  /// Costs the caller no disk. Nothing happens at the root screen, and for a route that is never
  /// stored or is no history.
  ///
  /// - Throws: ``NavStore/NavStore/Error`` with code `valueTooLarge` (over
  ///   ``NavStore/NavStore/Limits/titleBytes``); nothing is changed.
  public func setTitle(_ title: String?) throws(NavStore.Error) {
    try session.setTitle(title)
  }
}
