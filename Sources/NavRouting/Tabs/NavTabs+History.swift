import NavStore

/// Tabs that can share the window's back/forward list, and select the tab of its current entry.
@MainActor
protocol SharesHistory: AnyObject {
  func share(_ window: WindowBackForward)
  func follow()
}

/// A weak reference to tabs of a window.
struct WeakTabs {
  private(set) weak var tabs: (any SharesHistory)?

  init(_ tabs: any SharesHistory) {
    self.tabs = tabs
  }
}

extension NavTabs: SharesHistory {
  /// The window's back/forward list, which all tabs share.
  struct SharedHistory {
    let window: WindowBackForward
    let list: NavStore.WindowHistory

    /// Whether the tabs are selecting the tab of the list's current entry. That change of the
    /// selection makes no new entry in the list.
    var isFollowed = false
  }

  /// Connects the tabs to the window's back/forward list. After this call, selecting a tab makes an
  /// entry in the list, and going to an entry selects the entry's tab. Blocks for one short read.
  func share(_ window: WindowBackForward) {
    guard shared == nil else { return }
    window.firstStack = stack(of: currentSelection)
    guard let list = window.list else { return }
    shared = SharedHistory(window: window, list: list)
    list.observe(self) { [weak self] in
      MainLoop.schedule { self?.follow() }
    }
    if tab(ofStack: list.selectedStack) == nil { shareSelection(of: currentSelection) }
    follow()
  }

  /// Selects the tab of the current entry in the window's back/forward list.
  func follow() {
    shareLoss()
    guard let shared, let tab = tab(ofStack: shared.list.selectedStack) else { return }
    guard tab != currentSelection else { return noteChange() }
    self.shared?.isFollowed = true
    defer { self.shared?.isFollowed = false }
    `switch`(to: tab)
  }

  /// Makes an entry in the window's back/forward list for the selection of a tab. If that fails,
  /// for example because the file is locked, the tab stays selected.
  func shareSelection(of tab: TabID) {
    guard let shared, !shared.isFollowed else { return }
    shared.window.select(stack(of: tab))
  }
}
