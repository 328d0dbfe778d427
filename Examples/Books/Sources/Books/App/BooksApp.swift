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
    // A second process on the same store passes its launch on to the first. A process on another
    // store does not.
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

  /// Called at the launch, and when the user starts the app while it runs.
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
  /// Restores all windows that were open when the app ended, however it ended.
  private func restoreWindows() {
    // If the file can't be read, a new window shows the problem.
    for _ in (try? store.openScenes()) ?? [] { openWindow() }
    if windows.isEmpty { openWindow() }
    windows.last?.router.push(contentsOf: options.books.map { .book(id: $0) })
  }

  /// Opens the window that was open last and is not shown yet, or a new one.
  func openWindow() {
    add(BookWindow(.reopened(store: store), in: self))
  }

  /// Opens a private window. Its store is in memory, and ends with the window.
  func openPrivateWindow() {
    let store = NavStore.inMemory()
    add(BookWindow(NavWindow(scene: .main, store: store), isPrivate: true, in: self))
  }

  /// Reopens the window that was closed last, with its previous state.
  func reopenWindow() {
    guard let scene = try? store.closedScenes(limit: 1).first else { return }
    add(BookWindow(NavWindow(scene: scene, store: store), in: self))
  }

  private func add(_ window: BookWindow) {
    windows.append(window)
    if options.traces { Trace.follow(window.view.window) }
  }

  /// Called before a window closes. The last window stays open in the file, because closing it
  /// quits the app, and the next launch restores the window.
  func willClose(_ window: BookWindow) {
    window.save()
    window.following?.cancel()
    windows.removeAll { $0 === window }
    guard !window.isPrivate, windows.contains(where: { !$0.isPrivate }) else { return }
    window.navigation.close()
  }
}
