import NavStore

/// Tabs that can share the window's back/forward list and follow its selection.
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
  /// A back/forward list that all tabs share.
  struct SharedHistory {
    let window: WindowBackForward
    let list: NavStore.WindowHistory

    /// Whether the selection is being changed to follow the list. If so, it makes no entry.
    var isFollowed = false
  }

  /// Connects the tabs to the window's back/forward list. From then on, selecting a tab makes an
  /// entry, and going to an entry selects its tab. Blocks for one short read.
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

  /// Selects the tab of the list's current entry.
  func follow() {
    shareLoss()
    guard let shared, let tab = tab(ofStack: shared.list.selectedStack) else { return }
    guard tab != currentSelection else { return noteChange() }
    self.shared?.isFollowed = true
    defer { self.shared?.isFollowed = false }
    `switch`(to: tab)
  }

  /// Makes an entry for the selection of a tab. If that fails (a locked file), the tab stays
  /// selected.
  func shareSelection(of tab: TabID) {
    guard let shared, !shared.isFollowed else { return }
    shared.window.select(stack(of: tab))
  }
}
