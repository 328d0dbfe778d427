import CGTK
import NavRouting

/// The app: its store, and the windows on it.
@MainActor
final class BooksApp {
  let store: NavStore
  let gtk: UnsafeMutablePointer<GtkApplication>
  private let options: Options
  private(set) var windows: [BookWindow] = []

  init(store: NavStore, options: Options) {
    self.store = store
    self.options = options
    // A second process on the same store hands over to the first one; on another store it does not.
    let flags = options.storePath == nil ? G_APPLICATION_DEFAULT_FLAGS : G_APPLICATION_NON_UNIQUE
    gtk = gtk_application_new("org.navstore.Books", flags)
  }

  /// Returns when the last window was closed, or the user or the system asked the app to quit.
  func run() -> Int32 {
    connect(Object(gtk), "startup") { [unowned self] in start() }
    connect(Object(gtk), "activate") { [unowned self] in activate() }
    let status = g_application_run(gtk.cast(), 0, nil)
    g_object_unref(Object(gtk))
    return status
  }

  private func start() {
    Style.use()
    addActions()
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      onSignal(signal) { [weak self] in self?.quit() }
    }
  }

  /// At the launch, and when the app is started while it runs.
  private func activate() {
    if windows.isEmpty { restoreWindows() } else { openWindow() }
  }

  func quit() {
    for window in windows { window.save() }
    g_application_quit(gtk.cast())
  }
}

// MARK: - Windows

extension BooksApp {
  /// Opens the windows that were open when the app ended, however it ended.
  private func restoreWindows() {
    // A new window shows why the file can't be read.
    let count = (try? store.openScenes().count) ?? 0
    for _ in 0..<max(1, count) {
      add(BookWindow(.reopened(store: store), in: self))
    }
    windows.last?.router.push(contentsOf: options.books.map { .book(id: $0) })
  }

  func openWindow(_ scene: NavScene = NavScene()) {
    add(BookWindow(NavWindow(scene: scene, store: store), in: self))
  }

  /// Opens a window with a store of its own in memory, so that nothing of it is saved.
  func openPrivateWindow() {
    add(BookWindow(NavWindow(scene: .main, store: .inMemory()), isPrivate: true, in: self))
  }

  /// Opens the window that was closed last.
  func reopenWindow() {
    if let scene = try? store.closedScenes(limit: 1).first { openWindow(scene) }
  }

  private func add(_ window: BookWindow) {
    windows.append(window)
    if options.traces { Trace.follow(window.view.window) }
  }

  /// Notes that the user closes a window. The scene of the last one stays open: closing it quits the app,
  /// and the next launch restores it.
  func willClose(_ window: BookWindow) {
    window.save()
    window.following?.cancel()
    windows.removeAll { $0 === window }
    guard !window.isPrivate, windows.contains(where: { !$0.isPrivate }) else { return }
    window.navigation.close()
  }
}
