import NavStore

extension NavSplit {
  func stack(of selection: Selection) -> String {
    keepsDetails ? StoredNames.detail(name, of: selection) : StoredNames.split(name)
  }

  var currentSelection: Selection {
    let isRestored = !selected.isKnown
    let selection =
      if isRestored && !keepsDetails {
        selected.value { [detail = router(of: stack(of: selected.first))] name in
          try detail.session.sceneValue(Selection.self, named: name)
            ?? oldSelection.flatMap { try context.value(named: name, adopting: $0) }
        }
      } else {
        selected.value { try context.value(named: $0, adopting: oldSelection) }
      }
    guard isRestored, selection != selected.first else { return selection }
    let detail = router(of: stack(of: selection))
    guard detail.restoration.skippedReason != nil || detail.session.stepsAside else {
      // Also if its stack is empty, it is part of what is shown.
      detail.session.willShow(besides: true)
      return selection
    }
    asideSelection = selection
    selected.set(selected.first)
    let shown = router(of: stack(of: selected.first))
    shown.afterChange = { [weak self, weak shown] in
      if let shown { self?.takeUp(shown) }
    }
    return selected.first
  }

  /// Selects what belongs to the stack that the user went to from the root screen at which the
  /// detail stepped aside.
  private func takeUp(_ detail: NavRouter<Element>) {
    guard let old = asideSelection, let isOld = detail.session.hasTakenUpOldStack else { return }
    asideSelection = nil
    detail.afterChange = nil
    // It may have been removed meanwhile.
    let saved: Selection? = (try? context.value(named: selected.name)) ?? nil
    if !keepsDetails && isOld && saved == old {
      observedSelection.change(of: self) { selected.set(old) }
    } else if !keepsDetails {
      change(to: selected.first, isOther: true, path: detail.path, animated: detail.isAnimated)
    } else {
      context.keep(selected.first, named: selected.name)
    }
  }

  /// The account was erased, or the route that the selection is was removed or rewritten.
  func selectionChanged() {
    asideSelection = nil
    if selected.takeLoss() { followSelection() }
    tellAll()
  }

  func tellAll() {
    observedSelection.tell(self)
    observedColumnVisibility.tell(self)
    observedCompactColumn.tell(self)
  }

  /// The selection was removed: the detail is that of the one that took its place.
  private func followSelection() {
    observedSelection.change(of: self) {
      if !keepsDetails {
        change(to: selected.first, isOther: true, path: nil, animated: true)
      } else {
        hasSelected = true
        _ = router(of: stack(of: selected.first))
      }
    }
  }

  func router(of stack: String) -> NavRouter<Element> {
    if let current, current.stack == stack { return current.router }
    let router = makeRouter(stack)
    router.comeToFront = { [weak self] in self?.bringUp(.detail) }
    current?.router.setShown(false)
    // Selected since the launch: it comes on top now, and not by being restored.
    if hasSelected { router.setShown(false) }
    router.setShown(true)
    current = (stack, router)
    return router
  }

  /// The selection goes with the stack: through its session, in one transaction.
  func change(to selection: Selection, isOther: Bool, path: [Element]?, animated: Bool) {
    asideSelection = nil
    let detail = router(of: stack(of: selection))
    selected.set(selection)
    let stored = context.reporting { () throws(NavStore.Error) in
      try detail.session.sceneValue(
        storing: selection, named: selected.name, restartsStack: true)
    }
    detail.edit(animated: animated) { stack, _ in
      if isOther { _ = stack.restart() }
      if let path { stack.update(to: path) }
      if let stored, isOther { stack.setSceneValue(stored, named: selected.name) }
    } mirroredBy: { live, _ in
      if isOther { live.path = [] }
      if let path { live.path = path }
    }
  }

  /// Each stack has the name of its selection. The path comes first, so that a save in the middle of
  /// the call has no selection without its path.
  func `switch`(to selection: Selection, path: [Element]?, animated: Bool) {
    asideSelection = nil
    MainLoop.call {
      selected.set(selection)
      hasSelected = true
      let detail = router(of: stack(of: selection))
      if let path { detail.replaceStack(with: path, animated: animated) }
      context.keep(selection, named: selected.name)
    }
  }
}
