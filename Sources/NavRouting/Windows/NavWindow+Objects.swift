import NavStore

// The routers, tabs, split views and sheets of a window. Each name has one object.
extension NavWindow {
  /// Returns the router of a stack: the same object for the same name.
  ///
  /// A stack has one type of elements. If another type is used under the same name, a fault is
  /// logged, and the returned router works in memory.
  ///
  /// - Parameters:
  ///   - type: The type of the stack's elements.
  ///   - name: The name of the stack, or the empty string for the window's main stack. At most 512
  ///     bytes.
  ///   - expiresAfter: The age at which the stack starts at its root screen. If a later call gives
  ///     another age, that age has no effect, and a fault is logged.
  ///   - policy: The handling of a saved element that can't be restored.
  ///   - legacy: A path that the app saved before it used this library. It is imported once.
  public func router<Element: NavElement>(
    _ type: Element.Type = Element.self, stack name: String = "", expiresAfter: NavAge? = nil,
    onUndecodable policy: NavUndecodablePolicy<Element> = .keepValidPrefix,
    migratingFrom legacy: NavLegacyState<Element>? = nil
  ) -> NavRouter<Element> {
    let given = NavStore.RestorePolicy(
      expiresAfter: expiresAfter, onUndecodable: policy, legacy: legacy)
    let router = made(StoredNames.own(name), name) {
      NavRouter<Element>(in: $0, stack: StoredNames.own(name), policy: given)
    }
    router.take(given)
    return router
  }

  /// Returns the tabs of the window, each with a stack: the same object for the same name.
  ///
  /// The first tab of the type is selected if nothing was saved. The parameters have the same
  /// meaning as in ``tabs(startingAt:of:named:expiresAfter:migratingFrom:migratingSelection:)``.
  public func tabs<TabID: Hashable & Codable & CaseIterable, Element: NavElement>(
    _ tabs: TabID.Type = TabID.self, of type: Element.Type = Element.self,
    named name: String = "tabs", expiresAfter: NavAge? = nil,
    migratingFrom legacy: ((TabID) -> NavLegacyState<Element>?)? = nil,
    migratingSelection selection: NavLegacyState<TabID>? = nil
  ) -> NavTabs<TabID, Element> {
    guard let first = TabID.allCases.first else {
      preconditionFailure("\(TabID.self) has no cases.")
    }
    return self.tabs(
      startingAt: first, of: type, named: name, expiresAfter: expiresAfter, migratingFrom: legacy,
      migratingSelection: selection)
  }

  /// Returns tabs that the app opens and closes, each with a stack: the same object for the same
  /// name.
  ///
  /// - Parameters:
  ///   - first: The tab that is selected if nothing was saved.
  ///   - type: The type of the elements of each stack.
  ///   - name: The name of the tabs. A window may have several sets of them.
  ///   - expiresAfter: The age at which a stack starts at its root screen.
  ///   - legacy: Returns the path of a tab that the app saved before it used this library.
  ///   - selection: The tab that the app saved before it used this library, as an array of one
  ///     value.
  public func tabs<TabID: Hashable & Codable, Element: NavElement>(
    startingAt first: TabID, of type: Element.Type = Element.self, named name: String = "tabs",
    expiresAfter: NavAge? = nil,
    migratingFrom legacy: ((TabID) -> NavLegacyState<Element>?)? = nil,
    migratingSelection selection: NavLegacyState<TabID>? = nil
  ) -> NavTabs<TabID, Element> {
    made(StoredNames.tab("", of: name), name) { window in
      NavTabs(
        first, in: window, named: name, migratingSelection: selection,
        policy: { NavStore.RestorePolicy(expiresAfter: expiresAfter, legacy: legacy?($0)) })
    }
  }

  /// Returns a split view's selection and detail stack: the same object for the same name.
  ///
  /// - Parameters:
  ///   - first: The selection if nothing was saved.
  ///   - type: The type of the elements of the detail stack.
  ///   - name: The name of the split view. A window may have several.
  ///   - keepsDetails: Whether each selection keeps a detail stack of its own. If not, a new
  ///     selection starts at the root screen of the detail.
  ///   - expiresAfter: The age at which a detail stack starts at its root screen.
  ///   - legacy: A path that the app saved before it used this library. The detail that is shown
  ///     first imports it.
  ///   - selection: The selection that the app saved before it used this library, as an array of
  ///     one value.
  public func split<Selection: Hashable & Codable, Element: NavElement>(
    startingAt first: Selection, of type: Element.Type = Element.self,
    named name: String = "split", keepsDetails: Bool = true, expiresAfter: NavAge? = nil,
    migratingFrom legacy: NavLegacyState<Element>? = nil,
    migratingSelection selection: NavLegacyState<Selection>? = nil
  ) -> NavSplit<Selection, Element> {
    made(StoredNames.split(name), name) { window in
      NavSplit(
        first, in: window, named: name, keepsDetails: keepsDetails,
        policy: NavStore.RestorePolicy(expiresAfter: expiresAfter, legacy: legacy),
        migratingSelection: selection)
    }
  }

  /// Returns a sheet or cover: the same object for the same name.
  ///
  /// - Parameters:
  ///   - name: The name of the sheet.
  ///   - type: The type of the sheet's item, and of the elements of its stack.
  ///   - restores: Whether the sheet is presented again at the next launch.
  ///   - expiresAfter: The age at which the sheet is not presented again.
  ///   - legacy: The item that the app saved before it used this library, and the path above the
  ///     item.
  public func presentation<Element: NavElement>(
    _ name: String, of type: Element.Type = Element.self, restores: Bool = true,
    expiresAfter: NavAge? = nil, migratingFrom legacy: NavLegacyState<Element>? = nil
  ) -> NavPresentation<Element> {
    made(StoredNames.sheet(name), name) { window in
      NavPresentation(
        name, in: window, restores: restores,
        policy: NavStore.RestorePolicy(expiresAfter: expiresAfter, legacy: legacy))
    }
  }
}

// MARK: - One object for each name

extension NavWindow {
  /// Returns the object for a name in the file, which is made on first use. If another type of
  /// object has the name, returns an object that works in memory.
  private func made<Object: AnyObject>(
    _ stored: String, _ name: String, _ make: (_ window: NavWindow) -> Object
  ) -> Object {
    var (key, window) = (stored, self)
    if let known = objects[key], !(known is Object) {
      WindowFaults.shared.note(
        """
        \(type(of: known)) "\(name)" of a window is also used as \(Object.self), which works in \
        memory. Give one of them another name.
        """)
      key += " \(ObjectIdentifier(Object.self))"
      window = .detached
    }
    if let object = objects[key] as? Object { return object }
    let object = make(window)
    objects[key] = object
    return object
  }

  /// A window in memory, for code that has no window or uses a name with the wrong type. That code
  /// logs a fault.
  static let detached = NavWindow(scene: .main, store: .inMemory())
}
