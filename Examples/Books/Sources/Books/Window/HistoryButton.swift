import CGTK
import GTKHelpers
import NavRouting

/// The Back or Forward button. A click moves one screen. A click with the right button or a long
/// press shows all screens, the nearest first.
@MainActor
enum HistoryButton {
  static func back(entries: @escaping () -> [NavBackForwardList.Entry]) -> Widget {
    make("go-previous-symbolic", "win.back", "Back (right click: all of it)", entries)
  }

  static func forward(entries: @escaping () -> [NavBackForwardList.Entry]) -> Widget {
    make("go-next-symbolic", "win.forward", "Forward (right click: all of it)", entries)
  }

  private static func make(
    _ icon: String, _ action: String, _ tip: String,
    _ entries: @escaping () -> [NavBackForwardList.Entry]
  ) -> Widget {
    let button = button(icon: icon, action: action, tip: tip)
    button.onMenuRequest {
      let entries = entries()
      if !entries.isEmpty { show(entries, at: button) }
    }
    return button
  }

  private static func show(_ entries: [NavBackForwardList.Entry], at button: Widget) {
    let menu = Menu()
    for entry in entries {
      menu.add(entry.title ?? Page(for: nil).title, "win.go", entry.id)
    }
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
