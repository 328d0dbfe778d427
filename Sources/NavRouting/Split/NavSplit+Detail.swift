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
      // Pass `true`, because the selection was restored with the stack. The launch then counts as
      // an attempt with the stack, even if the stack is empty.
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

  /// Updates the selection after the user has left the root screen that is shown instead of a
  /// skipped detail.
  ///
  /// If all selections share one stack, and the user has returned to the skipped stack, the
  /// selection of that stack is selected again. Otherwise, the first selection is saved.
  private func takeUp(_ detail: NavRouter<Element>) {
    guard let old = asideSelection, let isOld = detail.session.hasTakenUpOldStack else { return }
    asideSelection = nil
    detail.afterChange = nil
    // The saved selection may have been removed since its stack was skipped.
    let saved: Selection? = (try? context.value(named: selected.name)) ?? nil
    if !keepsDetails && isOld && saved == old {
      observedSelection.change(of: self) { selected.set(old) }
    } else if !keepsDetails {
      change(to: selected.first, isOther: true, path: detail.path, animated: detail.isAnimated)
    } else {
      context.keep(selected.first, named: selected.name)
    }
  }

  /// Updates the split view after the account was erased, or after a route that is the selection
  /// was removed or rewritten.
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

  /// Shows the detail of the first selection, which has replaced a removed selection.
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
    // If a detail was selected since the launch, its stack is hidden before it is restored. Its top
    // screen then becomes a visit in `setShown(true)`, and not when the stack is restored.
    if hasSelected { router.setShown(false) }
    router.setShown(true)
    current = (stack, router)
    return router
  }

  /// Changes the selection, and restarts the shared detail stack at its root screen if `isOther` is
  /// `true`. The selection and the stack are saved in one transaction.
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
    }
  }

  /// Switches to the selection's own detail stack. The path is set before the selection is saved,
  /// so that a save during the call never has the selection without its path.
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
