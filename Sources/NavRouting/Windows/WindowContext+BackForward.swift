import NavStore

// The back/forward list over all stacks of a window.
extension WindowContext {
  /// The list in the store; `nil` if it can't be read. The first access reads the list, and should
  /// be before the window's first change.
  var list: NavStore.WindowHistory? {
    if readList != nil || hasNoList { return readList }
    do throws(NavStore.Error) {
      let list = try store.window(in: scene.id, account: live, selecting: firstStack)
      list.observe(self, MainLoop.notifier(of: self) { $0.listChanged() })
      readList = list
    } catch {
      hasNoList = true
      ProblemLog.note("A window has no back/forward list. \(error)")
    }
    return readList
  }

  /// The list, for a property that views observe.
  private var observedList: NavStore.WindowHistory? {
    observedMenu.access(self)
    return list
  }

  /// Selects the stack `name`, which is on screen. The list gets a new entry for the selection when
  /// the main loop is next free.
  ///
  /// - Returns: `false` if the stack is the selected one, or if there is no list. Nothing changes
  ///   then.
  @discardableResult
  func select(_ name: String) -> Bool {
    // If the file can't be read, the stack is on screen but makes no entry.
    change { (try? $0.select(name, endsTurn: false)) == true }
  }

  /// Makes a change of the list as part of the open turn. Returns `false` if there is no list.
  private func change(_ body: (NavStore.WindowHistory) -> Bool) -> Bool {
    guard let list else { return false }
    return MainLoop.call {
      defer { MainLoop.addToTurn(store) }
      return body(list)
    }
  }

  private func listChanged() {
    observedMenu.tell(self)
    followingTabs?.follow()
  }
}

extension WindowContext: BackForwardSource {
  /// Whether a step by `offset` was possible when the last turn ended.
  func canGo(by offset: Int) -> Bool { observedList?.canGo(by: offset) ?? false }

  /// The list with titles and the names of stacks. Reading it decodes no route. If there is no
  /// list, the menu is empty.
  var backForwardMenu: NavStore.BackForwardMenu { observedList?.backForwardMenu ?? .empty }

  func go(by offset: Int, animated: Bool) -> Bool {
    go(animated: animated) { $0.go(by: offset, endsTurn: false) }
  }

  func go(to index: Int, animated: Bool) -> Bool {
    go(animated: animated) { $0.go(to: index, endsTurn: false) }
  }

  /// Goes to another entry with `step`, and selects the entry's tab.
  private func go(animated: Bool, _ step: (NavStore.WindowHistory) -> Bool) -> Bool {
    MainLoop.call(animated: animated) {
      guard change(step) else { return false }
      followingTabs?.follow()
      return true
    }
  }
}
