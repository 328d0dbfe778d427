import CGTK
import GTKHelpers

/// The part of a window that lists recently viewed books or the results of a search.
@MainActor
final class SidebarView {
  /// A line of the list.
  struct Row {
    var title: String
    var line: String
    var open: @MainActor () -> Void
  }

  let widget: Widget

  /// Called when the search text changes; with an empty text if there is none.
  var onSearch: (String) -> Void = { _ in }
  private let entry: Widget = gtk_search_entry_new()
  private let heading = label("", classes: "sidebar-title")
  private let list: Widget = gtk_list_box_new()
  private var rows: [Row] = []

  /// The search text of the rows.
  private var shownText = ""

  /// Whether Return was pressed before the rows for the typed text arrived.
  private var opensFirst = false

  init() {
    entry.setMargins(8)
    entry.set("placeholder-text", to: "Search titles")
    gtk_widget_set_name(entry, "search")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    widget = box(
      GTK_ORIENTATION_VERTICAL, classes: "sidebar", entry, heading, scroller(list))
    gtk_widget_set_size_request(widget, 250, -1)

    entry.on("search-changed") { [weak self] in
      guard let self else { return }
      onSearch(text)
    }
    entry.on("stop-search") { [weak self] in self?.clearSearch() }
    entry.on("activate") { [weak self] in self?.openFirst() }
    list.on("row-activated") { [weak self] row in
      guard let row else { return }
      let index = gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))
      self?.open(Int(index))
    }
  }

  private var text: String {
    gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
  }

  private func openFirst() {
    opensFirst = shownText != text
    if !opensFirst { open(0) }
  }

  private func open(_ index: Int) {
    guard rows.indices.contains(index) else { return }
    rows[index].open()
    clearSearch()
  }

  /// - Parameter text: The search text of the rows; empty for recently viewed books.
  func show(_ rows: [Row], under title: String, for text: String = "") {
    self.rows = rows
    shownText = text
    defer { if opensFirst { openFirst() } }
    gtk_label_set_text(heading.opaque, title)
    for child in list.children { gtk_list_box_remove(list.opaque, child) }
    for row in rows {
      let title = label(row.title)
      let line = label(row.line, classes: "sidebar-line")
      for text in [title, line] {
        gtk_label_set_wrap(text.opaque, 0)
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
      }
      let child: Widget = gtk_list_box_row_new()
      gtk_list_box_row_set_child(child.cast(), box(GTK_ORIENTATION_VERTICAL, title, line))
      gtk_widget_set_name(child, "row \(row.title)")
      gtk_list_box_append(list.opaque, child)
    }
  }

  func find() {
    gtk_widget_grab_focus(entry)
    gtk_editable_select_region(entry.opaque, 0, -1)
  }

  func clearSearch() {
    gtk_editable_set_text(entry.opaque, "")
  }
}
