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

  let widget = box(GTK_ORIENTATION_VERTICAL, classes: "sidebar")

  /// Called with the search text after the user has changed it. The text is empty if the user has
  /// cleared the field.
  var onSearch: (String) -> Void = { _ in }
  private lazy var search = SearchField("Search titles") { [unowned self] in
    onSearch($0)
  } onReturn: { [unowned self] in
    openFirst()
  }
  private let list = RowList<Int>(heading: "")
  private var rows: [Row] = []

  /// The search text to which the shown rows belong.
  private var shownText = ""

  /// Whether the user pressed Return before the rows for the typed text were shown. When these rows
  /// are shown, the first of them is opened.
  private var opensFirst = false

  init() {
    gtk_box_append(widget.cast(), search.widget)
    gtk_box_append(widget.cast(), scroller(list.widget))
    gtk_widget_set_size_request(widget, 250, -1)
    list.onOpen = { [weak self] in self?.open($0) }
  }

  private func openFirst() {
    opensFirst = shownText != search.text
    if !opensFirst { open(0) }
  }

  private func open(_ index: Int) {
    guard rows.indices.contains(index) else { return }
    rows[index].open()
    clearSearch()
  }

  /// Shows rows under a heading.
  ///
  /// - Parameter text: The search text to which the rows belong; empty for recently viewed books.
  func show(_ rows: [Row], under title: String, for text: String = "") {
    self.rows = rows
    shownText = text
    defer { if opensFirst { openFirst() } }
    list.heading = title
    list.show(
      rows.enumerated().map { .init(id: $0.offset, title: $0.element.title, line: $0.element.line) }
    )
  }

  func find() {
    search.focus()
  }

  func clearSearch() {
    search.clear()
  }
}
