import CGTK
import GTKHelpers

/// The app without a store: a window with one page. The script `first-frame` compares a launch of
/// this app with a launch that has a store, to measure the time that NavStore adds.
@MainActor
enum PlainApp {
  static func run(_ options: Options) -> Int32 {
    let app: UnsafeMutablePointer<GtkApplication> = gtk_application_new(
      "org.navstore.Books", G_APPLICATION_NON_UNIQUE)
    var view: WindowView?
    connect(Object(app), "activate") {
      useStyle(Style.css)
      let shown = WindowView(in: app)
      shown.addButtons(
        back: HistoryButton.back { .init() }, forward: HistoryButton.forward { .init() })
      shown.window.windowSize = .usual
      shown.showsSidebar = true
      let page = Page(for: options.books.last.map { .book(id: $0) })
      shown.page.show(page)
      let rows = Library.shared.books.prefix(12).map {
        SidebarView.Row(title: $0.title, line: "viewed once") {}
      }
      shown.sidebar.show(rows, under: "Recently viewed")
      shown.title = "\(page.title) – Books"
      gtk_window_present(shown.window.cast())
      if options.traces { Trace.follow(shown.window) }
      view = shown
    }
    defer { withExtendedLifetime(view) {} }
    return g_application_run(app.cast(), 0, nil)
  }
}
