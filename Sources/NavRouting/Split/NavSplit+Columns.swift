import NavStore

extension NavSplit {
  /// The visible columns, which are saved with the window.
  package var columnVisibility: NavColumnVisibility {
    get { columns.value }
    set {
      if newValue != columns.current { columns.save(newValue) }
    }
  }

  /// The front column in a window that is too narrow for several columns. It is saved with the
  /// window.
  ///
  /// If no front column was saved, it is the detail if the detail's path isn't empty; otherwise,
  /// the sidebar.
  package var compactColumn: NavColumn {
    get {
      front.access()
      return currentFront
    }
    set { bringUp(newValue) }
  }

  /// Sets ``compactColumn`` without reading the saved front column.
  func bringUp(_ column: NavColumn) {
    if !front.isKnown || currentFront != column { front.save(column) }
  }

  private var currentFront: NavColumn {
    front.current {
      let detail = router(of: stack(of: currentSelection))
      // If the saved stack of the detail is skipped, the saved front column is skipped too, because
      // the column may have caused crashes.
      if skippedSelection != nil || detail.restoration.skippedReason != nil { return nil }
      return try context.value(named: front.name) ?? (detail.session.path.isEmpty ? nil : .detail)
    }
  }
}
