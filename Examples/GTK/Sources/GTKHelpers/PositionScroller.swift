import CGTK

/// A view that scrolls vertically and keeps its position as a fraction of the content's height.
@MainActor
public final class PositionScroller {
  /// The scrolling widget.
  public let widget = scroller()

  /// Called with the new position when the user scrolls.
  ///
  /// The position is the height above the visible part, as a fraction of the content's height.
  public var onScroll: (Double) -> Void = { _ in }

  /// The height of the content above the visible part, as a fraction of the content's height.
  private var position = 0.0

  /// The last scroll value, in pixels, that this object has set or has reported to `onScroll`. If
  /// the current scroll value differs, the user has scrolled.
  private var arranged = 0.0

  /// Whether the height has changed since this object last set the scroll value. While the property
  /// is `true`, changes of the scroll value are from GTK's layout, not from the user.
  private var isInLayout = true

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(widget.opaque)
  }

  /// Creates a view without content.
  public init() {
    gtk_widget_set_hexpand(widget, 1)
    connect(Object(adjustment), "changed") { [weak self] in self?.isInLayout = true }
    connect(Object(adjustment), "value-changed") { [weak self] in self?.didScroll() }
    widget.on("realize") { [weak self] in self?.followLayout() }
  }

  /// Shows `content`, scrolled to `position`.
  public func show(_ content: Widget, at position: Double) {
    self.position = position
    isInLayout = true
    gtk_scrolled_window_set_child(widget.opaque, content)
  }

  /// Sets the scroll value for the position after each layout that changes the height, because the
  /// height isn't known before the layout. GTK then repeats the layout in the same frame, so no
  /// frame shows another position.
  private func followLayout() {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    connect(Object(clock), "layout") { [weak self] in
      if let self, isInLayout { arrange() }
    }
  }

  private func arrange() {
    isInLayout = false
    let height = gtk_adjustment_get_upper(adjustment)
    let most = max(0, height - gtk_adjustment_get_page_size(adjustment))
    arranged = min(most, (position * height).rounded())
    gtk_adjustment_set_value(adjustment, arranged)
  }

  private func didScroll() {
    let value = gtk_adjustment_get_value(adjustment)
    guard !isInLayout, value != arranged else { return }
    arranged = value
    // Rounds the value down, because GTK scrolls by whole pixels.
    position = value.rounded(.down) / gtk_adjustment_get_upper(adjustment)
    onScroll(position)
  }
}
