import NavRouting

extension BookWindow {
  private static let mostRows = 12

  /// Lists recently viewed items or, if `text` isn't empty, the items and books that match `text`.
  /// Updates the list when the history changes.
  func search(_ text: String) {
    searchedText = text
    following?.cancel()
    let history = navigation.history(of: BookRoute.self)
    let query: NavItemQuery =
      text.isEmpty
      ? .recent(limit: Self.mostRows) : .search(text, limit: Self.mostRows)
    following = history.updates(query).onChange { [weak self] items in
      // Ignores a result for `text` that arrives after the user has typed another text.
      guard let self, searchedText == text else { return }
      show(items)
    }
  }

  private func show(_ items: [NavItem<BookRoute>]) {
    var rows = items.map(row)
    if !searchedText.isEmpty {
      let seen = Set(items.map(\.route))
      rows += Library.shared.books(matching: searchedText)
        .filter { !seen.contains(.book(id: $0.id)) }
        .prefix(Self.mostRows).map(row)
    }
    let title =
      switch (rows.isEmpty, searchedText.isEmpty) {
      case (true, true): "Nothing viewed yet"
      case (true, false): "Nothing found"
      case (false, true): "Recently viewed"
      case (false, false): "Found"
      }
    view.sidebar.show(rows, under: title, for: searchedText)
  }

  /// Returns a row for a viewed item. Opening the row shows the item with the stack that the item's
  /// last visit had.
  private func row(_ item: NavItem<BookRoute>) -> SidebarView.Row {
    let page = Page(for: item.route)
    let visits = item.visitCount == 1 ? "" : " · \(item.visitCount) visits"
    let line = (page.line ?? "") + visits
    return SidebarView.Row(title: item.title ?? page.title, line: line) { [router] in
      let isOpen = try? router.open(item)
      if isOpen != true { router.push(item.route) }
    }
  }

  private func row(_ book: Book) -> SidebarView.Row {
    let author = Library.shared[author: book.author]?.name ?? ""
    return SidebarView.Row(title: book.title, line: author) { [router] in
      router.push(.book(id: book.id))
    }
  }
}
