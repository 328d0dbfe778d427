import CGTK
import GTKHelpers
import NavRouting

/// A window: its NavStore window and router, and the widgets that show the router's screen.
@MainActor
final class BookWindow {
  let navigation: NavWindow
  let router: NavRouter<BookRoute>
  let view: WindowView

  /// Whether the window is private, with a store of its own in memory.
  let isPrivate: Bool

  /// The task that updates the sidebar's list when the history changes.
  var following: Task<Void, Never>?
  var searchedText = ""

  /// The branches in the menu of the Forward button: visits from which the user went back, and that
  /// Forward no longer reaches.
  private var branches: [NavVisit<BookRoute>] = []
  private var back: Action?
  private var forward: Action?

  init(_ navigation: NavWindow, isPrivate: Bool = false, in app: BooksApp) {
    self.navigation = navigation
    self.isPrivate = isPrivate
    let router = navigation.router(BookRoute.self)
    self.router = router
    view = WindowView(in: app.gtk)
    view.page.onOpen = { router.push($0) }
    view.sidebar.onSearch = { [weak self] in self?.search($0) }
    view.addButtons(
      back: HistoryButton.back { .init(entries: router.backForward.backEntries) },
      forward: HistoryButton.forward { [weak self] in await self?.forwardMenu() ?? .init() })
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

  /// Shows the router's top screen. `NavMainLoop.observe` calls this function again after each
  /// change of the router.
  private func show() {
    let route = router.path.last
    let page = Page(for: route)
    view.page.show(page)
    view.title = "\(page.title) – Books\(isPrivate ? " (Private)" : "")"
    if let route { router.setTitle(page.title, for: route) }
    back?.setEnabled(router.backForward.canGoBack)
    forward?.setEnabled(router.backForward.canGoForward)
    view.show(notice: router.problem?.message)
  }

  /// Saves the window's path again after the app has cleared the history. Clearing has also removed
  /// the screens on the path from the file, so a relaunch would start at the root screen.
  ///
  /// Empties the path in the current turn and sets it again in the next turn. If both were in one
  /// turn, the path would be unchanged at the end of the turn, and nothing would be saved.
  func recordAgain() {
    let path = router.path
    router.popToRoot(animated: false)
    Task { router.path = path }
  }

  /// Returns the content of the menu of the Forward button: the forward entries, and the screens
  /// that were opened from the current screen and that Forward no longer reaches.
  private func forwardMenu() async -> HistoryButton.Content {
    do {
      branches = try await router.branches()
    } catch {
      branches = []
      view.show(notice: error.message)
    }
    return .init(entries: router.backForward.forwardEntries, branches: branches)
  }

  /// Opens the screen of ``branches`` whose visit has the number `id`.
  private func openBranch(_ id: Int) {
    guard let visit = branches.first(where: { Int($0.id) == id }) else { return }
    do {
      try router.open(visit)
    } catch {
      view.show(notice: error.message)
    }
  }

  private func addActions(_ app: BooksApp) {
    let actions = Actions(owner: view.window.opaque)
    back = actions.add("back") { [router] in router.back() }
    forward = actions.add("forward") { [router] in router.forward() }
    actions.add("go") { [router] id in
      let list = router.backForward
      let entry = (list.backEntries + list.forwardEntries).first { $0.id == id }
      if let entry { list.go(to: entry) }
    }
    actions.add("branch") { [unowned self] id in openBranch(id) }
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

// MARK: - Arrangement by the user

extension BookWindow {
  /// Restores the window's size and whether its sidebar is shown. Saves both as values of the
  /// window when the user changes them.
  private func arrange() {
    view.window.windowSize = saved(named: "size") ?? .usual
    view.showsSidebar = saved(named: "sidebar") ?? true
    // Saves the values of a new window. If the file had neither a value nor a screen of the window,
    // the next launch would not restore the window.
    save()
    view.onSidebarToggle { [weak self] in self?.save() }
    view.window.onResize { [weak self] in self?.save() }
  }

  /// Saves the window's size and whether its sidebar is shown.
  func save() {
    keep(view.window.windowSize, named: "size")
    keep(view.showsSidebar, named: "sidebar")
  }

  private func saved<T: Decodable>(named name: String) -> T? {
    navigation.value(T.self, named: name)
  }

  private func keep<T: Codable & Equatable>(_ value: T, named name: String) {
    if saved(named: name) != value { navigation.setValue(value, named: name) }
  }
}
