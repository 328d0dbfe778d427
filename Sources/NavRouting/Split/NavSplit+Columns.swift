import NavStore

extension NavSplit {
  /// The visible columns, which are saved with the window.
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

  /// The front column in a window that is too narrow for several columns. It is saved with the
  /// window.
  ///
  /// If no front column was saved, it is the detail if the detail's path isn't empty; otherwise,
  /// the sidebar.
  package var compactColumn: NavColumn {
    get {
      observedCompactColumn.access(self)
      return currentFront
    }
    set {
      if newValue != currentFront { bringUp(newValue) }
    }
  }

  /// Sets ``compactColumn`` without reading the saved front column.
  func bringUp(_ column: NavColumn) {
    guard !front.isKnown || currentFront != column else { return }
    observedCompactColumn.change(of: self) {
      front.set(column)
      context.keep(column, named: front.name)
    }
  }

  private var currentFront: NavColumn {
    if front.isKnown { return front.value }
    // If the saved stack of the detail is skipped, the saved front column is skipped too, because
    // the column may have caused crashes.
    let selection = currentSelection
    let detail = router(of: stack(of: selection))
    let isSkipped = skippedSelection != nil || detail.restoration.skippedReason != nil
    return front.value { name in
      if isSkipped { return nil }
      return try context.value(named: name) ?? (detail.session.path.isEmpty ? nil : .detail)
    }
  }
}
