import NavStore

extension NavTabs {
  /// A back/forward list that all tabs share.
  struct SharedHistory {
    let window: NavWindowHistory
    let list: NavStore.WindowHistory

    /// Whether the selection follows the list just now, instead of leading it.
    var isFollowed = false
  }

  /// Back and Forward are the window's from now on, as in a file browser: one list over the stacks
  /// of the tabs, in which selecting a tab is a navigation too. Going to an entry selects its tab.
  ///
  /// Ask for it before the window's first change: what happened before is not in it. It comes back
  /// after a relaunch, with the tab of its current entry selected. Each tab's router keeps a list
  /// of its own besides. Blocks for one short read.
  ///
  /// - Parameter tabs: The tabs that there are now. A tab that comes later belongs to it too: from
  ///   its first use on, if the app gives tabs names of its own.
  /// - Returns: The window's list, for a view to show; it has a ``NavWindowHistory/problem`` where there
  ///   is none to be had.
  @discardableResult
  public func shareHistory(among tabs: [Tab] = []) -> NavWindowHistory {
    for tab in tabs { _ = stack(of: tab) }
    if let shared { return shared.window }
    let window = context.window.backForward
    share(window)
    return window
  }

  private func share(_ window: NavWindowHistory) {
    window.firstStack = stack(of: currentSelection)
    guard let list = window.list else { return }
    shared = SharedHistory(window: window, list: list)
    list.observe(self) { [weak self] in
      MainLoop.schedule { self?.follow() }
    }
    if tab(ofStack: list.selectedStack) == nil { shareSelection(of: currentSelection) }
    follow()
  }

  /// The list over all tabs; nil if ``shareHistory(among:)`` was not asked for.
  public var windowHistory: NavWindowHistory? { shared?.window }

  /// Whether ``back()`` would go anywhere.
  public var canGoBack: Bool {
    accessSelection()
    return shared?.list.canGoBack ?? selectedRouter.canGoBack
  }

  /// Whether ``forward()`` would go anywhere.
  public var canGoForward: Bool {
    accessSelection()
    return shared?.list.canGoForward ?? selectedRouter.canGoForward
  }

  /// Goes back in the window, to another tab if that is where the user was; without a shared
  /// list, in the selected tab. False, and nothing changed, if there is nothing to go back to.
  @discardableResult
  public func back() -> Bool { go(by: -1) }

  /// Goes forward: see ``back()``.
  @discardableResult
  public func forward() -> Bool { go(by: 1) }

  private func go(by offset: Int) -> Bool {
    guard let window = shared?.window else { return selectedRouter.go(by: offset) }
    let hasGone = window.go(by: offset)
    follow()
    return hasGone
  }

  /// Selects the tab that the list is at.
  func follow() {
    shareLoss()
    guard let shared, let tab = tab(ofStack: shared.list.selectedStack) else { return }
    let old = currentSelection
    guard tab != old else { return noteChange() }
    self.shared?.isFollowed = true
    defer { self.shared?.isFollowed = false }
    let event = `switch`(from: old, to: tab)
    onEvent?(event)
  }

  /// Selecting a tab is an entry. If it cannot be (a locked file), the selection stands.
  func shareSelection(of tab: Tab) {
    guard let shared, !shared.isFollowed else { return }
    shared.window.select(stack(of: tab))
  }
}
