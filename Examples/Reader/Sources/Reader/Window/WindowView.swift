import CGTK
import GTKHelpers

/// The widgets of the app's window. They don't use NavStore. ``ReaderWindow`` and ``Reading`` set
/// their content.
@MainActor
final class WindowView {
  let window: Widget
  let sidebar = SidebarView()
  let article = ArticleView()
  private let notice = label("", classes: "notice")

  /// Called when the user chooses another account.
  var onAccount: (Account) -> Void = { _ in }

  init(in app: UnsafeMutablePointer<GtkApplication>, account: Account) {
    window = gtk_application_window_new(app)
    let header: Widget = gtk_header_bar_new()
    gtk_header_bar_pack_start(
      header.opaque,
      box(
        GTK_ORIENTATION_HORIZONTAL, classes: "linked",
        button(icon: "go-previous-symbolic", action: "win.back", tip: "Back (Alt+Left)"),
        button(icon: "go-next-symbolic", action: "win.forward", tip: "Forward (Alt+Right)")))
    let menu = Menu()
      .add(section: Menu().add("Clear History…", "win.clear-history"))
      .add(section: Menu().add("Quit", "app.quit"))
    gtk_header_bar_pack_end(header.opaque, menuButton(menu))
    let all = Account.allCases
    let accounts = dropDown(all.map(\.title), selected: all.firstIndex(of: account) ?? 0) {
      [unowned self] in onAccount(all[$0])
    }
    gtk_widget_set_name(accounts, "accounts")
    gtk_header_bar_pack_end(header.opaque, accounts)
    gtk_window_set_titlebar(window.cast(), header)
    let panes = box(GTK_ORIENTATION_HORIZONTAL, sidebar.widget, article.widget)
    gtk_window_set_child(window.cast(), box(GTK_ORIENTATION_VERTICAL, panes, notice))
  }

  func show(_ article: Article?, at position: Double) {
    self.article.show(article, at: position)
    sidebar.select(article)
    gtk_window_set_title(window.cast(), article.map { "\($0.title) – Reader" } ?? "Reader")
  }

  /// Shows a notice below the article. `nil` hides the notice.
  func show(notice text: String?) {
    gtk_label_set_text(notice.opaque, text ?? "")
    gtk_widget_set_visible(notice, text == nil ? 0 : 1)
  }
}
