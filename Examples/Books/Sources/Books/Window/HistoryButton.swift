import CGTK
import NavRouting

/// Back or Forward: a click goes one screen, a click with the right button or a long press shows them
/// all, the nearest first.
@MainActor
enum HistoryButton {
  static func back(entries: @escaping () -> [NavStore.BackForwardMenu.Entry]) -> Widget {
    make("go-previous-symbolic", "win.back", "Back (right click: all of it)", entries)
  }

  static func forward(entries: @escaping () -> [NavStore.BackForwardMenu.Entry]) -> Widget {
    make("go-next-symbolic", "win.forward", "Forward (right click: all of it)", entries)
  }

  private static func make(
    _ icon: String, _ action: String, _ tip: String,
    _ entries: @escaping () -> [NavStore.BackForwardMenu.Entry]
  ) -> Widget {
    let button = button(icon: icon, action: action, tip: tip)
    button.onMenuRequest {
      let entries = entries()
      if !entries.isEmpty { show(entries, at: button) }
    }
    return button
  }

  private static func show(_ entries: [NavStore.BackForwardMenu.Entry], at button: Widget) {
    let menu = Menu()
    for entry in entries { menu.add(title(of: entry), "win.go", entry.index) }
    let popover: Widget = gtk_popover_menu_new_from_model(menu.menuModel)
    g_object_unref(Object(menu.model))
    gtk_widget_set_name(popover, "menu")
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_widget_set_parent(popover, button)
    // The item that was chosen acts after this.
    popover.on("closed") {
      onMainLoop { gtk_widget_unparent(popover) }
    }
    gtk_popover_popup(popover.cast())
  }

  /// Before its title is in the file, the entry is called what its page is.
  private static func title(of entry: NavStore.BackForwardMenu.Entry) -> String {
    entry.title ?? Page(for: entry.isRoot ? nil : entry.route()).title
  }
}
