import NavStore

extension NavSplit {
  /// Which columns are visible; saved with the window.
  package var columnVisibility: NavColumnVisibility {
    get {
      observedColumnVisibility.access(self)
      return columns.value
    }
    set {
      guard newValue != columnVisibility else { return }
      observedColumnVisibility.change(of: self) {
        columns.set(newValue)
        context.keep(newValue, named: columns.name)
      }
    }
  }

  /// The column that is in front in a window that is too narrow for several; saved with the window.
  ///
  /// The sidebar if nothing was saved, the detail if its stack has screens.
  package var compactColumn: NavColumn {
    get {
      observedCompactColumn.access(self)
      return currentFront
    }
    set {
      if newValue != currentFront { bringUp(newValue) }
    }
  }

  /// As setting ``compactColumn``, without a look at what was saved.
  func bringUp(_ column: NavColumn) {
    guard !front.isKnown || currentFront != column else { return }
    observedCompactColumn.change(of: self) {
      front.set(column)
      context.keep(column, named: front.name)
    }
  }

  private var currentFront: NavColumn {
    if front.isKnown { return front.value }
    // If the detail steps aside, so does what was in front: it may be what crashed.
    let selection = currentSelection
    let detail = router(of: stack(of: selection))
    let isAside = asideSelection != nil || detail.restoration.skippedReason != nil
    return front.value { name in
      if isAside { return nil }
      return try context.value(named: name) ?? (detail.session.path.isEmpty ? nil : .detail)
    }
  }
}
