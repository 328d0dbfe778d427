import CGTK
import Foundation
import GTKHelpers
import NavRouting

/// A feed reader that knows what you have read, and where you stopped.
@main
@MainActor
enum Reader {
  static func main() {
    // NavStore works on the main queue, like every task of the main actor.
    drainMainQueue()
    let store = NavStore.standard
    let status = run(store)
    do {
      // The loop has ended, so await is not possible. This also tells the store that the exit is
      // normal.
      try store.closeNow()
    } catch {
      say("Reader: \(error.message)\n")
      exit(1)
    }
    exit(status)
  }

  /// Runs the app until the window is closed, or the user or the system ends it.
  private static func run(_ store: NavStore) -> Int32 {
    let app: UnsafeMutablePointer<GtkApplication> = gtk_application_new(
      "org.navstore.Reader", G_APPLICATION_DEFAULT_FLAGS)
    var window: ReaderWindow?
    let quit: @MainActor @Sendable () -> Void = {
      window?.saveSize()
      g_application_quit(app.cast())
    }
    connect(Object(app), "startup") {
      useStyle(Style.css)
      Actions(owner: app.opaque).add("quit", quit)
      for (action, keys) in keys { setKeys(keys, of: action, in: app) }
      for signal in [SIGTERM, SIGINT, SIGHUP] { onSignal(signal, quit) }
    }
    connect(Object(app), "activate") {
      // A second launch shows the window of the first.
      if let window { return window.present() }
      let made = ReaderWindow(in: app, store: store)
      if CommandLine.arguments.contains("--trace") { Trace.follow(made.view.window) }
      window = made
    }
    defer { g_object_unref(Object(app)) }
    return g_application_run(app.cast(), 0, nil)
  }

  private static let keys = [
    "win.back": ["<Alt>Left", "Back"],
    "win.forward": ["<Alt>Right", "Forward"],
    "win.find": ["<Control>f"],
    "win.clear-history": ["<Control><Shift>Delete"],
    "win.close": ["<Control>w"],
    "app.quit": ["<Control>q"],
  ]
}
