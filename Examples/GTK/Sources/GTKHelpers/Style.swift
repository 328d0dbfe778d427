import CGTK

/// Adds CSS rules to all windows of the app.
@MainActor
public func useStyle(_ css: String) {
  guard let display = gdk_display_get_default() else { return }
  let provider: UnsafeMutablePointer<GtkCssProvider> = gtk_css_provider_new()
  gtk_css_provider_load_from_data(provider, css, gssize(css.utf8.count))
  gtk_style_context_add_provider_for_display(
    display, OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
}
