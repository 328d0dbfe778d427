import CGTK

/// A small window in front of another one that asks before a change that cannot be undone.
@MainActor
public enum Confirmation {
  /// Shows the question in front of `parent`, and calls `act` if the user confirms.
  ///
  /// - Parameter action: The label of the button that confirms.
  public static func ask(
    _ question: String, _ text: String, action: String, over parent: Widget,
    then act: @escaping @MainActor () -> Void
  ) {
    let window: Widget = gtk_window_new()
    gtk_window_set_title(window.cast(), question)
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_resizable(window.cast(), 0)

    let cancel: Widget = gtk_button_new_with_label("Cancel")
    cancel.on("clicked") { gtk_window_destroy(window.cast()) }
    let confirm: Widget = gtk_button_new_with_label(action)
    confirm.add(classes: "destructive-action")
    confirm.on("clicked") {
      gtk_window_destroy(window.cast())
      act()
    }
    let buttons = box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, cancel, confirm)
    gtk_widget_set_halign(buttons, GTK_ALIGN_END)

    let body = label(text)
    gtk_label_set_max_width_chars(body.opaque, 44)
    let content = box(
      GTK_ORIENTATION_VERTICAL, spacing: 16, label(question, classes: "title-4"), body, buttons)
    content.setMargins(20)
    gtk_window_set_child(window.cast(), content)
    gtk_window_set_default_widget(window.cast(), confirm)
    gtk_widget_grab_focus(confirm)
    gtk_window_present(window.cast())
  }
}
