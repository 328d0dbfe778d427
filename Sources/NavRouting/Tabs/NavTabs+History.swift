import NavStore

/// Tabs whose selection the window's back/forward list leads.
@MainActor
protocol SharesHistory: AnyObject {
  func share(_ window: WindowBackForward)
  func follow()
}

/// Tabs of a window, which has them.
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

    /// Whether the selection follows the list just now, instead of leading it.
    var isFollowed = false
  }

  /// Back and Forward of the window lead through the tabs from now on: selecting a tab is an entry, and
  /// going to an entry selects its tab. Blocks for one short read.
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

  /// Selects the tab that the list is at.
  func follow() {
    shareLoss()
    guard let shared, let tab = tab(ofStack: shared.list.selectedStack) else { return }
    guard tab != currentSelection else { return noteChange() }
    self.shared?.isFollowed = true
    defer { self.shared?.isFollowed = false }
    `switch`(to: tab)
  }

  /// Selecting a tab is an entry. If it cannot be (a locked file), the selection stands.
  func shareSelection(of tab: TabID) {
    guard let shared, !shared.isFollowed else { return }
    shared.window.select(stack(of: tab))
  }
}
