import NavStore

/// Tabs that can share the window's back/forward list, and select the tab of its current entry.
@MainActor
protocol SharesList: AnyObject {
  func shareList()
  func follow()
}

extension NavTabs: SharesList {
  /// Connects the tabs to the window's back/forward list. After this call, selecting a tab makes an
  /// entry in the list, and going to an entry selects the entry's tab. Blocks for one short read.
  func shareList() {
    context.firstStack = stack(of: currentSelection)
    guard let list = context.list else { return }
    sharesList = true
    if tab(ofStack: list.selectedStack) == nil { context.select(stack(of: currentSelection)) }
    follow()
  }

  /// Selects the tab of the current entry in the window's back/forward list.
  func follow() {
    shareReplacement()
    guard sharesList, let list = context.list, let tab = tab(ofStack: list.selectedStack) else {
      return
    }
    guard tab != currentSelection else { return selected.change {} }
    `switch`(to: tab, isFollowing: true)
  }
}
