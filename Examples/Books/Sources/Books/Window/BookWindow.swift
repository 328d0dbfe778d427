import CGTK
import NavRouting

/// A window: what NavStore knows of it, and the widgets that show it.
@MainActor
final class BookWindow {
  let navigation: NavWindow
  let router: NavRouter<BookRoute>
  let view: WindowView

  /// Whether its store is in memory, and nobody else's.
  let isPrivate: Bool

  /// What follows the history for the sidebar: see `BookWindow+Sidebar.swift`.
  var following: Task<Void, Never>?
  var searchedText = ""

  private var back: Action?
  private var forward: Action?
  private var savesSizeSoon = false

  init(_ navigation: NavWindow, isPrivate: Bool = false, in app: BooksApp) {
    self.navigation = navigation
    self.isPrivate = isPrivate
    let router = navigation.router(BookRoute.self)
    self.router = router
    view = WindowView(in: app.gtk)
    view.page.onOpen = { router.push($0) }
    view.sidebar.onSearch = { [weak self] in self?.search($0) }
    view.addButtons(
      back: HistoryButton.back { router.backForward.backEntries },
      forward: HistoryButton.forward { router.backForward.forwardEntries })
    if isPrivate { view.window.add(classes: "private") }
    addActions(app)
    arrange()
    view.window.on("close-request") { [weak self, weak app] in
      guard let self else { return }
      app?.willClose(self)
    }
    NavMainLoop.observe(self) { $0.show() }
    search("")
    gtk_window_present(view.window.cast())
  }

  /// Shows where the router is; called again whenever that changes.
  private func show() {
    let route = router.path.last
    let page = Page(for: route)
    view.page.show(page)
    view.title = "\(page.title) – Books\(isPrivate ? " (Private)" : "")"
    if route != nil { router.setTitle(page.title) }
    back?.setEnabled(router.backForward.canGoBack)
    forward?.setEnabled(router.backForward.canGoForward)
    view.show(notice: (navigation.problem ?? router.problem)?.message)
  }

  /// Saves the path again after the history was cleared. The screens on it were forgotten too, so a
  /// relaunch would begin at the shelves.
  ///
  /// Each save is a change of its own. The calls of a router in one turn are one change, so a path that
  /// they empty and set again has not changed.
  func savePathAgain() throws(NavStore.Error) {
    let path = router.path
    try navigation.store.save([BookRoute](), in: navigation.scene.id)
    try navigation.store.save(path, in: navigation.scene.id)
  }

  private func addActions(_ app: BooksApp) {
    let actions = Actions(owner: view.window.opaque)
    back = actions.add("back") { [router] in router.back() }
    forward = actions.add("forward") { [router] in router.forward() }
    actions.add("go") { [weak self] id in self?.go(toEntry: id) }
    actions.add("shelves") { [router] in router.popToRoot() }
    actions.add("sidebar") { [view] in view.showsSidebar.toggle() }
    actions.add("find") { [view] in
      view.showsSidebar = true
      view.sidebar.find()
    }
    actions.add("close") { [view] in gtk_window_close(view.window.cast()) }
    actions.add("clear-history") { [weak app, unowned self] in app?.askToClearHistory(of: self) }
  }
}

// MARK: - Back and forward

extension BookWindow {
  /// Goes to an entry of a history button's menu, unless it is gone by now.
  private func go(toEntry id: Int) {
    let list = router.backForward
    let entry = (list.backEntries + list.forwardEntries).first { $0.id == id }
    if let entry { list.go(to: entry) }
  }
}

// MARK: - Size and sidebar

extension BookWindow {
  /// Restores the size and the sidebar, and saves them as values of the window.
  private func arrange() {
    view.size = navigation.value(named: "size") ?? .usual
    view.showsSidebar = navigation.value(named: "sidebar") ?? true
    // Saved now, so that a window in which nothing was opened yet is restored too.
    save()
    view.onSidebarToggle { [weak self] in self?.save() }
    view.onResize { [weak self] in self?.saveSoon() }
  }

  /// Saves the size and the sidebar as they are now.
  func save() {
    save(view.size, named: "size")
    save(view.showsSidebar, named: "sidebar")
  }

  /// Saves soon, because a window that is being resized changes many times a second.
  private func saveSoon() {
    guard !savesSizeSoon else { return }
    savesSizeSoon = true
    onMainLoop(afterMilliseconds: 300) { [weak self] in
      self?.savesSizeSoon = false
      self?.save()
    }
  }

  private func save<T: Codable & Equatable>(_ value: T, named name: String) {
    if navigation.value(T.self, named: name) != value { navigation.setValue(value, named: name) }
  }
}
