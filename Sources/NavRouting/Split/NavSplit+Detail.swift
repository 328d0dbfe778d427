import NavStore

extension NavSplit {
  func stack(of selection: Selection) -> String {
    keepsDetails ? StoredNames.detail(name, of: selection) : StoredNames.split(name)
  }

  var currentSelection: Selection {
    let isRestored = !selected.isKnown
    let selection = selected.current
    guard isRestored, selection != selected.first else { return selection }
    let detail = router(of: stack(of: selection))
    let isSkipped = detail.restoration.skippedReason != nil || detail.session.isSceneSkipped
    // Pass `true`, because the selection was restored with the stack. The launch then counts as an
    // attempt with the stack, even if the stack is empty.
    detail.session.willShow(besides: true)
    guard isSkipped else { return selection }
    skippedSelection = selection
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
    guard let old = skippedSelection, let isOld = detail.session.hasTakenUpOldStack else { return }
    skippedSelection = nil
    detail.afterChange = nil
    // The saved selection may have been removed since its stack was skipped.
    let saved: Selection? = (try? context.value(named: selected.name)) ?? nil
    if !keepsDetails && isOld && saved == old {
      selected.change { selected.set(old) }
    } else {
      change(to: selected.first, isOther: true, path: detail.path, animated: detail.isAnimated)
    }
  }

  /// Updates the split view after the account was erased, or after a route that is the selection
  /// was removed or rewritten.
  func selectionChanged() {
    skippedSelection = nil
    // If the selection was removed, show the detail of the first selection, which has replaced it.
    guard selected.takeRemoval() else { return }
    change(to: selected.first, isOther: true, path: nil, animated: true)
  }

  func router(of stack: String) -> NavRouter<Element> {
    if let current, current.stack == stack { return current.router }
    let router = NavRouter(in: context.window, stack: stack, policy: policy)
    router.comeToFront = { [weak self] in self?.bringUp(.detail) }
    current?.router.setShown(false)
    // If a detail was selected since the launch, its stack is hidden before it is restored. Its top
    // screen then becomes a visit in `setShown(true)`, and not when the stack is restored.
    if hasSelected { router.setShown(false) }
    router.setShown(true)
    current = (stack, router)
    return router
  }

  /// Changes the selection, and sets the path of its detail stack if `path` isn't `nil`. If all
  /// selections share one stack, another selection restarts that stack at its root screen.
  ///
  /// The selection and the stack are saved in one transaction. A save on another thread may run
  /// during the call. The path is therefore set last, so that such a save never has the path of
  /// one selection with another selection.
  func change(to selection: Selection, isOther: Bool, path: [Element]?, animated: Bool) {
    skippedSelection = nil
    MainLoop.call {
      selected.set(selection)
      if keepsDetails { hasSelected = true }
      let detail = router(of: stack(of: selection))
      if isOther && !keepsDetails {
        detail.edit(animated: animated) { stack, _ in _ = stack.restart() }
      }
      context.keep(
        selection, named: selected.name, restartsStack: keepsDetails ? nil : detail.stackName)
      if let path { detail.edit(animated: animated) { stack, _ in stack.update(to: path) } }
    }
  }
}
