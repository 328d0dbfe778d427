import CGTK
import GTKHelpers
import NavRouting

/// Creates the Back and Forward buttons. A click goes back or forward by one entry. A click with
/// the right mouse button, or a long press, shows a menu.
@MainActor
enum HistoryButton {
  /// The content of a button's menu: entries of the back/forward list, the nearest first, and
  /// branches that start at the current screen.
  struct Content {
    var entries: [NavBackForwardList.Entry] = []
    var branches: [NavVisit<BookRoute>] = []
  }

  static func back(menu: @escaping @MainActor () async -> Content) -> Widget {
    make("go-previous-symbolic", "win.back", "Back (right click: all of it)", menu)
  }

  static func forward(menu: @escaping @MainActor () async -> Content) -> Widget {
    make("go-next-symbolic", "win.forward", "Forward (right click: all of it)", menu)
  }

  private static func make(
    _ icon: String, _ action: String, _ tip: String,
    _ content: @escaping @MainActor () async -> Content
  ) -> Widget {
    let button = button(icon: icon, action: action, tip: tip)
    button.onMenuRequest {
      Task { show(await content(), at: button) }
    }
    return button
  }

  private static func show(_ content: Content, at button: Widget) {
    // Shows no menu if the window was closed while `router.branches` read the file.
    guard gtk_widget_get_mapped(button) != 0 else { return }
    let (entries, branches) = (Menu(), Menu())
    for entry in content.entries {
      entries.add(entry.title ?? Page(for: nil).title, "win.go", entry.id)
    }
    for visit in content.branches {
      branches.add(visit.title ?? Page(for: visit.route).title, "win.branch", Int(visit.id))
    }
    let menu = Menu()
    if !content.entries.isEmpty { menu.add(section: entries) }
    if !content.branches.isEmpty { menu.add(section: branches, title: "Other ways from here") }
    if g_menu_model_get_n_items(menu.menuModel) > 0 { show(menu, at: button) }
  }

  private static func show(_ menu: Menu, at button: Widget) {
    let popover: Widget = gtk_popover_menu_new_from_model(menu.menuModel)
    g_object_unref(Object(menu.model))
    gtk_widget_set_name(popover, "menu")
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_widget_set_parent(popover, button)
    // Removes the popover in a turn after the signal `closed`. GTK runs the action of the chosen
    // item only after this signal, and the action needs the popover.
    popover.on("closed") {
      Task { gtk_widget_unparent(popover) }
    }
    gtk_popover_popup(popover.cast())
  }
}
