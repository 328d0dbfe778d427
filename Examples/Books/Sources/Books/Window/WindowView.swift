import CGTK
import GTKHelpers
import NavRouting

/// The widgets of a window. They don't use NavStore. ``BookWindow`` sets their content.
@MainActor
final class WindowView {
  let window: Widget
  let page = PageView()
  let sidebar = SidebarView()
  private let sidebarButton: Widget = gtk_toggle_button_new()
  private let notice = label("", classes: "notice")
  private let header: Widget = gtk_header_bar_new()

  init(in app: UnsafeMutablePointer<GtkApplication>) {
    window = gtk_application_window_new(app)
    gtk_window_set_titlebar(window.cast(), header)
    let panes = box(GTK_ORIENTATION_HORIZONTAL, sidebar.widget, page.widget)
    let content = box(GTK_ORIENTATION_VERTICAL, panes, notice)
    gtk_window_set_child(window.cast(), content)
    gtk_widget_set_visible(notice, 0)
    addMenu()
  }

  /// Adds the buttons for Back and Forward.
  func addButtons(back: Widget, forward: Widget) {
    let pair = box(GTK_ORIENTATION_HORIZONTAL, classes: "linked", back, forward)
    gtk_header_bar_pack_start(header.opaque, pair)
    gtk_header_bar_pack_start(
      header.opaque,
      button(icon: "go-home-symbolic", action: "win.shelves", tip: "All shelves (Alt+Home)"))
    gtk_button_set_icon_name(sidebarButton.cast(), "sidebar-show-symbolic")
    gtk_widget_set_tooltip_text(sidebarButton, "Recently viewed (F9)")
    gtk_widget_set_name(sidebarButton, "sidebar")
    gtk_header_bar_pack_start(header.opaque, sidebarButton)
  }

  private func addMenu() {
    let menu = Menu()
      .add(
        section: Menu().add("New Window", "app.new-window")
          .add("New Private Window", "app.new-private-window")
          .add("Reopen Closed Window", "app.reopen-window")
      )
      .add(section: Menu().add("Clear History…", "win.clear-history"))
      .add(section: Menu().add("Quit", "app.quit"))
    gtk_header_bar_pack_end(header.opaque, menuButton(menu))
    let newWindow = button(
      icon: "window-new-symbolic", action: "app.new-window", tip: "New window (Ctrl+N)")
    gtk_header_bar_pack_end(header.opaque, newWindow)
  }

  var title: String = "" {
    didSet { gtk_window_set_title(window.cast(), title) }
  }

  /// Shows a notice below the page. `nil` hides the notice.
  func show(notice text: String?) {
    gtk_label_set_text(notice.opaque, text ?? "")
    gtk_widget_set_visible(notice, text == nil ? 0 : 1)
  }
}

// MARK: - Arrangement by the user

extension WindowView {
  var showsSidebar: Bool {
    get { gtk_toggle_button_get_active(sidebarButton.cast()) != 0 }
    set {
      gtk_toggle_button_set_active(sidebarButton.cast(), newValue ? 1 : 0)
      gtk_widget_set_visible(sidebar.widget, newValue ? 1 : 0)
    }
  }

  func onSidebarToggle(_ body: @escaping @MainActor () -> Void) {
    sidebarButton.on("toggled") { [weak self] in
      guard let self else { return }
      gtk_widget_set_visible(sidebar.widget, showsSidebar ? 1 : 0)
      body()
    }
  }
}

extension WindowSize {
  /// The size of a new window, in which a row of a page has five books.
  static let usual = WindowSize(width: 1_120, height: 740)
}
