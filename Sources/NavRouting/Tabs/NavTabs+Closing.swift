import NavStore

// Tabs that come and go, and what they are called in the file.
extension NavTabs {
  /// The name of a tab's stack in the file.
  public func stack(of tab: Tab) -> String {
    let stack = "\(name).\(tabName?(tab) ?? stackName(of: tab))"
    named[stack] = tab
    return stack
  }

  /// The tab whose stack has a name; nil if it is no tab's, or nobody can tell.
  func tab(ofStack stack: String) -> Tab? {
    if let tab = named[stack] { return tab }
    guard tabName == nil, stack.hasPrefix("\(name).") else { return nil }
    return value(ofStackName: String(stack.dropFirst(name.count + 1)))
  }

  /// Closes a tab: its stack goes, with its back/forward list and its entries in the window's. What
  /// was seen in it stays in history. A tab that is opened again under the same name begins at its
  /// root screen.
  ///
  /// If the tab is selected, the tab before it in a shared history is selected instead, else the
  /// first one. Blocks for one short transaction; what goes wrong is noted in the log.
  public func close(_ tab: Tab) {
    let stack = stack(of: tab)
    let wasSelected = tab == currentSelection
    for key in routers.keys where key.tab == tab { routers[key] = nil }
    if !context.live.hasEnded {
      context.reporting { () throws(NavStore.Error) in
        try context.store.deleteStack(stack, in: context.scene, account: context.account)
      }
    }
    named[stack] = nil
    guard wasSelected else { return }
    follow()
    if currentSelection == tab, selected.first != tab { select(selected.first) }
  }
}
