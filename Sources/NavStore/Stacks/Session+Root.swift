extension NavStore.Session {
  /// The route of the root screen, where the app names one; nil else.
  public var root: R? {
    withState { $0.stack.rootRoute }?.unboxed(as: R.self)
  }

  /// Names the root screen, for an app whose root changes (signed out, signed in); nil for the
  /// app's own. The visit state of the root screen before goes.
  ///
  /// It is saved with the stack and comes back with it. The stack above it goes, and the
  /// back/forward list starts anew, unless `keepingStack`. A root route is not a visit: history
  /// does not name it. One that cannot be stored stays in memory only, and so does what stands on
  /// it: a relaunch is at the app's own root screen.
  ///
  /// False where nothing changed.
  @discardableResult
  public func replaceRoot(with route: R?, keepingStack: Bool = false) -> Bool {
    change { $0.replaceRoot(with: route.map { box.init($0) }, keepingStack: keepingStack) }
  }
}
