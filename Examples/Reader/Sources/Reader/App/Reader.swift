import CGTK
import Foundation
import GTKHelpers
import NavRouting

/// A feed reader that restores the article and the scroll position at which the user stopped.
@main
@MainActor
enum Reader {
  static func main() {
    // Lets GTK's loop run Dispatch's main queue, which NavStore and tasks of the main actor need.
    drainMainQueue()
    let store = NavStore.standard
    let status = run(store)
    do {
      // GTK's loop has ended, so an `await` would never return, and only this synchronous call can
      // close the store. It also records a normal exit for the crash guard.
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
      // GTK forwards a second launch of the app to this process, which shows its window.
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
