import CGTK
import GTKHelpers
import NavRouting

/// The app: its store, and the windows that use it.
@MainActor
final class BooksApp {
  let store: NavStore
  let gtk: UnsafeMutablePointer<GtkApplication>
  private let options: Options
  private(set) var windows: [BookWindow] = []

  init(store: NavStore, options: Options) {
    self.store = store
    self.options = options
    // GTK forwards a second launch of the app to the process that already runs, so that only one
    // process uses the app's standard store. A process with the option `--store` uses another store
    // and runs by itself.
    let flags = options.storePath == nil ? G_APPLICATION_DEFAULT_FLAGS : G_APPLICATION_NON_UNIQUE
    gtk = gtk_application_new("org.navstore.Books", flags)
  }

  /// Runs the app until the last window is closed, or the user or the system ends it.
  func run() -> Int32 {
    connect(Object(gtk), "startup") { [unowned self] in start() }
    connect(Object(gtk), "activate") { [unowned self] in activate() }
    let status = g_application_run(gtk.cast(), 0, nil)
    g_object_unref(Object(gtk))
    return status
  }

  private func start() {
    useStyle(Style.css)
    addActions()
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      onSignal(signal) { [weak self] in self?.quit() }
    }
  }

  /// Restores the windows at the launch. Opens one more window when the user starts the app while
  /// this process runs.
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
  /// Restores all windows that were open when the app was quit or killed.
  private func restoreWindows() {
    // If the store's file can't be read, opens a new window, which shows the router's problem.
    for _ in (try? store.openScenes()) ?? [] { openWindow() }
    if windows.isEmpty { openWindow() }
    windows.last?.router.push(contentsOf: options.books.map { .book(id: $0) })
  }

  /// Opens a window with the newest open scene that no window shows, or with a new scene.
  func openWindow() {
    add(BookWindow(.reopened(store: store), in: self))
  }

  /// Opens a private window. Its store is in memory, and is discarded with the window.
  func openPrivateWindow() {
    let store = NavStore.inMemory()
    add(BookWindow(NavWindow(scene: .main, store: store), isPrivate: true, in: self))
  }

  /// Opens a window with the scene that was closed last, which restores its stack and its size.
  func reopenWindow() {
    guard let scene = try? store.closedScenes(limit: 1).first else { return }
    add(BookWindow(NavWindow(scene: scene, store: store), in: self))
  }

  private func add(_ window: BookWindow) {
    windows.append(window)
    if options.traces { Trace.follow(window.view.window) }
  }

  /// Closes the scene of a window that the user closes. The scene of the last window stays open,
  /// because closing that window quits the app, and the next launch must restore it.
  func willClose(_ window: BookWindow) {
    window.save()
    window.following?.cancel()
    windows.removeAll { $0 === window }
    guard !window.isPrivate, windows.contains(where: { !$0.isPrivate }) else { return }
    window.navigation.close()
  }
}
