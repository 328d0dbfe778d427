import NavStore

extension NavRouter {
  /// The place of the stack, for another device, a bug report or a test; `nil` if the place takes
  /// more than 16 KiB.
  ///
  /// Observable. Reading it costs O(depth), and encodes each element.
  public var place: NavPlace? { observedSession.place }

  /// Opens a place as a new entry of the back/forward list, so that Back returns to the screen that
  /// was on top before.
  ///
  /// A place with another root replaces the root as ``replaceRoot(with:path:animated:)`` does.
  ///
  /// A place from outside the app can contain any screen, as a link can. Check whether the user may
  /// see its screens.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - allowsOtherAccounts: Whether to open a place that was made for another account.
  ///   - animated: Whether the change is animated.
  /// - Returns: The path of the place up to the first element that can't be decoded, and the
  ///   failures. If neither the root nor an element can be decoded, the stack isn't changed.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `invalidArgument` for a place of another
  ///   account, unless `allowsOtherAccounts` is `true`. The stack isn't changed then.
  @discardableResult
  public func open(
    _ place: NavPlace, allowsOtherAccounts: Bool = false, animated: Bool = true
  ) throws(NavStore.Error) -> NavRestoration<Element> {
    let found = try session.restoration(of: place, allowsOtherAccounts: allowsOtherAccounts)
    guard found.failures.isEmpty || found.hasContent else { return found }
    if let root = found.root, root != self.root {
      replaceRoot(with: root, path: found.path, animated: animated)
    } else {
      replaceStack(with: found.path, animated: animated, as: .visit)
    }
    return found
  }
}

extension NavRestoration {
  /// Whether the restoration has a root or a path.
  var hasContent: Bool { root != nil || !path.isEmpty }
}

extension NavTabs {
  /// The place of the selected tab, with the tab; `nil` if the place takes more than 16 KiB. See
  /// ``NavRouter/place``.
  public var place: NavPlace? {
    let tab = selection
    return self[tab].place?.selecting(tab)
  }

  /// Selects the tab of a place and opens the place in that tab. A place without a tab is opened in
  /// the selected tab.
  ///
  /// - Returns: The result of ``NavRouter/open(_:allowsOtherAccounts:animated:)``.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `invalidArgument` for a place of another
  ///   account, and for a tab that can't be decoded. Nothing has changed then.
  @discardableResult
  public func open(
    _ place: NavPlace, allowsOtherAccounts: Bool = false, animated: Bool = true
  ) throws(NavStore.Error) -> NavRestoration<Element> {
    let tab = try place.selection(as: TabID.self) ?? selection
    let found = try self[tab].open(
      place, allowsOtherAccounts: allowsOtherAccounts, animated: animated)
    if found.failures.isEmpty || found.hasContent { selection = tab }
    return found
  }
}

extension NavSplit {
  /// The place of the detail column, with the selection; `nil` if the place takes more than 16 KiB.
  /// See ``NavRouter/place``.
  public var place: NavPlace? { detail.place?.selecting(selection) }

  /// Sets the selection to the selection of a place, and opens the path of the place in the detail
  /// column. A place without a selection is opened in the detail of the current selection.
  ///
  /// - Returns: The result of ``NavRouter/open(_:allowsOtherAccounts:animated:)``.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `invalidArgument` for a place of another
  ///   account, and for a selection that can't be decoded. Nothing has changed then.
  @discardableResult
  public func open(
    _ place: NavPlace, allowsOtherAccounts: Bool = false, animated: Bool = true
  ) throws(NavStore.Error) -> NavRestoration<Element> {
    let selection = try place.selection(as: Selection.self) ?? self.selection
    let found = try detail.session.restoration(of: place, allowsOtherAccounts: allowsOtherAccounts)
    guard found.failures.isEmpty || found.hasContent else { return found }
    select(selection, path: found.path, animated: animated)
    return found
  }
}
