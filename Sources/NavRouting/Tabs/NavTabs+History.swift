import NavStore

/// Tabs that can share the window's back/forward list, and select the tab of its current entry.
@MainActor
protocol SharesHistory: AnyObject {
  func share(_ window: WindowBackForward)
  func follow()
}

extension NavTabs: SharesHistory {
  /// Connects the tabs to the window's back/forward list. After this call, selecting a tab makes an
  /// entry in the list, and going to an entry selects the entry's tab. Blocks for one short read.
  func share(_ window: WindowBackForward) {
    guard shared == nil else { return }
    window.firstStack = stack(of: currentSelection)
    guard let list = window.list else { return }
    shared = window
    if tab(ofStack: list.selectedStack) == nil { window.select(stack(of: currentSelection)) }
    follow()
  }

  /// Selects the tab of the current entry in the window's back/forward list.
  func follow() {
    shareReplacement()
    guard let list = shared?.list, let tab = tab(ofStack: list.selectedStack) else { return }
    guard tab != currentSelection else { return selected.tell() }
    `switch`(to: tab, isFollowing: true)
  }
}
