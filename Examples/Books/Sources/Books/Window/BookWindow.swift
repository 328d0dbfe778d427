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
      back: HistoryButton.back { router.backForwardMenu.back },
      forward: HistoryButton.forward { router.backForwardMenu.forward })
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
    back?.setEnabled(router.canGoBack)
    forward?.setEnabled(router.canGoForward)
    view.show(notice: router.problem?.message)
  }

  /// Keeps where the window is after its history was cleared: what is on screen was forgotten too, so
  /// a relaunch would begin at the shelves.
  ///
  /// By the session, whose every call is a change of its own. A router's calls of one turn count as
  /// one, and what is taken off and put back in it was never gone.
  func recordAgain() {
    let path = router.path
    router.session.popToRoot()
    router.session.push(contentsOf: path)
  }

  private func addActions(_ app: BooksApp) {
    let actions = Actions(owner: view.window.opaque)
    back = actions.add("back") { [router] in router.back() }
    forward = actions.add("forward") { [router] in router.forward() }
    actions.add("go") { [router] index in router.go(to: index) }
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

// MARK: - What the user has arranged

extension BookWindow {
  /// Brings back size and sidebar, and keeps them as values of the window.
  private func arrange() {
    view.size = saved(named: "size") ?? .usual
    view.showsSidebar = saved(named: "sidebar") ?? true
    // At once, so that a window in which nothing was opened yet comes back too.
    save()
    view.onSidebarToggle { [weak self] in self?.save() }
    view.onResize { [weak self] in self?.saveSoon() }
  }

  /// Keeps what there is now.
  func save() {
    keep(view.size, named: "size")
    keep(view.showsSidebar, named: "sidebar")
  }

  /// A window that is being resized says so many times a second.
  private func saveSoon() {
    guard !savesSizeSoon else { return }
    savesSizeSoon = true
    onMainLoop(afterMilliseconds: 300) { [weak self] in
      self?.savesSizeSoon = false
      self?.save()
    }
  }

  private func saved<T: Decodable>(named name: String) -> T? {
    try? navigation.value(T.self, named: name)
  }

  private func keep<T: Codable & Equatable>(_ value: T, named name: String) {
    guard saved(named: name) != value else { return }
    do {
      try navigation.setValue(value, named: name)
    } catch {
      view.show(notice: error.message)
    }
  }
}
