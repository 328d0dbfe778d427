import CGTK
import GTKHelpers

/// The part of a window that shows a page.
@MainActor
final class PageView {
  let widget = scroller()

  /// Called when the user opens a cover or a link on the page, with the route of the cover or link.
  var onOpen: (BookRoute) -> Void = { _ in }
  private var page: Page?

  init() {
    gtk_widget_set_hexpand(widget, 1)
    widget.add(classes: "page")
  }

  /// Shows `page`, scrolled to its top. Does nothing if the page is already shown.
  func show(_ page: Page) {
    guard page != self.page else { return }
    self.page = page
    let content = box(GTK_ORIENTATION_VERTICAL, spacing: 12, head(of: page))
    content.setMargins(28)
    var first: Widget?
    for section in page.sections {
      if let title = section.title {
        gtk_box_append(content.cast(), label(title, classes: "section-title"))
      }
      let tiles = tiles(section.tiles)
      gtk_box_append(content.cast(), tiles)
      first = first ?? tiles.children.first
    }
    gtk_scrolled_window_set_child(widget.opaque, content)
    // Focuses the first cover, so that Return opens it and the arrow keys move the focus.
    if let first { gtk_widget_grab_focus(first) }
  }

  private func head(of page: Page) -> Widget {
    let text = box(
      GTK_ORIENTATION_VERTICAL, spacing: 6, label(page.title, classes: "page-title"))
    if let line = page.line {
      gtk_box_append(text.cast(), self.line(line, leadingTo: page.lineRoute))
    }
    if let about = page.text {
      let about = label(about, classes: "page-text")
      gtk_label_set_max_width_chars(about.opaque, 64)
      gtk_widget_set_margin_top(about, 8)
      gtk_box_append(text.cast(), about)
    }
    gtk_widget_set_hexpand(text, 1)
    guard let cover = page.cover else { return text }
    return box(GTK_ORIENTATION_HORIZONTAL, spacing: 28, CoverView.make(cover, isLarge: true), text)
  }

  private func line(_ text: String, leadingTo route: BookRoute?) -> Widget {
    guard let route else { return label(text, classes: "page-line") }
    let link: Widget = gtk_button_new_with_label(text)
    gtk_button_set_has_frame(link.cast(), 0)
    gtk_widget_set_halign(link, GTK_ALIGN_START)
    gtk_widget_set_name(link, "link \(text)")
    link.add(classes: "page-line")
    link.on("clicked") { [weak self] in self?.onOpen(route) }
    return link
  }

  private func tiles(_ tiles: [Page.Tile]) -> Widget {
    let flow: Widget = gtk_flow_box_new()
    gtk_flow_box_set_selection_mode(flow.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(flow.opaque, 12)
    gtk_flow_box_set_column_spacing(flow.opaque, 16)
    gtk_flow_box_set_row_spacing(flow.opaque, 16)
    gtk_widget_set_valign(flow, GTK_ALIGN_START)
    gtk_flow_box_set_homogeneous(flow.opaque, 1)
    for tile in tiles {
      let child: Widget = gtk_flow_box_child_new()
      gtk_flow_box_child_set_child(child.cast(), CoverView.make(tile.cover, isLarge: false))
      gtk_widget_set_halign(child, GTK_ALIGN_START)
      gtk_widget_set_valign(child, GTK_ALIGN_START)
      gtk_widget_set_name(child, "tile \(tile.cover.title)")
      gtk_flow_box_append(flow.opaque, child)
    }
    flow.on("child-activated") { [weak self] child in
      guard let child else { return }
      let index = gtk_flow_box_child_get_index(child.assumingMemoryBound(to: GtkFlowBoxChild.self))
      self?.onOpen(tiles[Int(index)].route)
    }
    return flow
  }
}

/// Creates the widget for the cover of a book or a shelf.
@MainActor
enum CoverView {
  static func make(_ cover: Page.Cover, isLarge: Bool) -> Widget {
    let title = label(cover.title, classes: "cover-title")
    gtk_label_set_max_width_chars(title.opaque, 10)
    gtk_widget_set_vexpand(title, 1)
    gtk_widget_set_valign(title, GTK_ALIGN_START)
    let line = label(cover.line, classes: "cover-line")
    gtk_label_set_max_width_chars(line.opaque, 14)
    let view = box(
      GTK_ORIENTATION_VERTICAL, spacing: 8, classes: "cover color\(cover.color)", title, line)
    // `title` expands vertically in the cover, and GTK would also expand the cover in the page.
    // Turns the expansion of the cover off.
    gtk_widget_set_vexpand(view, 0)
    if isLarge { view.add(classes: "large") }
    if cover.isShelf { view.add(classes: "shelf") }
    let (width, height): (Int32, Int32) =
      cover.isShelf ? (230, 130) : isLarge ? (190, 270) : (144, 190)
    gtk_widget_set_size_request(view, width, height)
    gtk_widget_set_valign(view, GTK_ALIGN_START)
    return view
  }
}
