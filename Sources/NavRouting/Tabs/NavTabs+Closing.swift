import NavStore

// Closing tabs, and the names under which their stacks are saved in the file.
extension NavTabs {
  /// The beginning of the names under which the stacks of the tabs are saved in the file.
  var stackName: String { StoredNames.tab("", of: name) }

  /// Returns the name under which the stack of a tab is saved in the file.
  package func stack(of tab: TabID) -> String {
    StoredNames.tab(NavRouting.text(of: tab), of: name)
  }

  /// Returns the tab that a stack belongs to; `nil` if the stack doesn't belong to a tab.
  func tab(ofStack stack: String) -> TabID? {
    // Compare with the tabs that have routers first, because decoding a name takes longer.
    if let known = routers.first(where: { $0.value.stackName == stack }) { return known.key }
    guard stack.hasPrefix(stackName) else { return nil }
    return value(ofText: String(stack.dropFirst(stackName.count)))
  }

  /// Deletes the stack of a closed tab, and its entries in the window's back/forward list.
  ///
  /// The tab's visits are kept in the history. A tab that is opened again starts at its root
  /// screen. If the closed tab is selected, the tab of the entry before it in the window's
  /// back/forward list is selected, or else the first tab. Blocks for one short transaction. A
  /// failure is logged, and is in ``/NavStore/NavStore/saveFailures``.
  public func close(_ tab: TabID) {
    let stack = stack(of: tab)
    let wasSelected = tab == currentSelection
    routers[tab] = nil
    if !context.live.hasEnded {
      context.reporting { () throws(NavStore.Error) in
        try context.store.deleteStack(stack, in: context.scene.id, account: context.account)
      }
    }
    guard wasSelected else { return }
    follow()
    if currentSelection == tab, selected.first != tab { selection = selected.first }
  }
}
