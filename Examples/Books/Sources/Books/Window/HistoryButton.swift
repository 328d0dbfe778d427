import CGTK
import GTKHelpers
import NavRouting

/// The Back or Forward button. A click moves one screen. A click with the right button or a long
/// press shows a menu.
@MainActor
enum HistoryButton {
  /// Entries of a menu, the nearest first, and the branches that start at the current screen.
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
    // The window may have been closed while the branches were read.
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
    // Remove the popover later, because the chosen item acts after this signal.
    popover.on("closed") {
      Task { gtk_widget_unparent(popover) }
    }
    gtk_popover_popup(popover.cast())
  }
}
