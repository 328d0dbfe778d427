import CGTK

/// A list of rows that the user can open, under a heading.
@MainActor
public final class RowList<ID: Equatable> {
  /// A row with a title and an optional second line.
  public struct Row: Equatable {
    let id: ID
    let title: String
    let line: String?

    /// Creates a row.
    public init(id: ID, title: String, line: String? = nil) {
      (self.id, self.title, self.line) = (id, title, line)
    }
  }

  /// The widget that contains the heading and the list.
  public let widget: Widget

  /// Called with the id of a row that the user opens.
  public var onOpen: (ID) -> Void = { _ in }
  private let list: Widget = gtk_list_box_new()
  private let headingLabel: Widget

  /// The first word of the rows' widget names, which ``Trace`` reports.
  private let name: String
  private var marks: [String: (ID) -> Bool] = [:]

  /// The rows in the list.
  public private(set) var rows: [Row] = []

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - heading: The text above the list.
  ///   - name: The first word of the rows' widget names, which ``Trace`` reports. The row's title
  ///     is the rest of the name.
  public init(heading: String, name: String = "row") {
    self.name = name
    headingLabel = label(heading, classes: "sidebar-title")
    widget = box(GTK_ORIENTATION_VERTICAL, headingLabel, list)
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    list.on("row-activated") { [weak self] row in
      guard let row else { return }
      self?.open(
        Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
    }
  }

  /// The text above the list.
  public var heading: String = "" {
    didSet { gtk_label_set_text(headingLabel.opaque, heading) }
  }

  /// Replaces the rows in the list.
  ///
  /// Does nothing if the new rows are equal to the shown ones.
  public func show(_ rows: [Row]) {
    guard rows != self.rows else { return }
    self.rows = rows
    for child in list.children { gtk_list_box_remove(list.opaque, child) }
    for row in rows {
      let texts =
        [label(row.title)] + (row.line.map { [label($0, classes: "sidebar-line")] } ?? [])
      let content = box(GTK_ORIENTATION_VERTICAL)
      for text in texts {
        gtk_label_set_wrap(text.opaque, 0)
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        gtk_box_append(content.cast(), text)
      }
      let child: Widget = gtk_list_box_row_new()
      gtk_list_box_row_set_child(child.cast(), content)
      gtk_widget_set_name(child, "\(name) \(row.title)")
      gtk_list_box_append(list.opaque, child)
    }
    for (name, isMarked) in marks { mark(name, isMarked) }
  }

  /// Opens the row with this index, as a click does.
  ///
  /// Does nothing if there is no such row.
  public func open(_ index: Int) {
    if rows.indices.contains(index) { onOpen(rows[index].id) }
  }

  /// Adds a CSS class to the rows for which `isMarked` returns `true`, and removes it from the
  /// others.
  ///
  /// Rows of a later call to ``show(_:)`` are marked in the same way.
  public func mark(_ name: String, _ isMarked: @escaping (ID) -> Bool) {
    marks[name] = isMarked
    for (row, child) in zip(rows, list.children) {
      if isMarked(row.id) {
        gtk_widget_add_css_class(child, name)
      } else {
        gtk_widget_remove_css_class(child, name)
      }
    }
  }
}
