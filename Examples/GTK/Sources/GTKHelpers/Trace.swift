import CGTK

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a report to the standard error: the time of the app's first frame, and the positions of
/// the widgets that have a name.
///
/// The scripts `check` and `first-frame` of the examples read the report.
@MainActor
public enum Trace {
  private static var hasSeenFrame = false

  /// Reports the positions of the widgets in `window` after each frame that changes one of them.
  public static func follow(_ window: Widget) {
    guard let clock = gtk_widget_get_frame_clock(window) else { return }
    // Retains the window, because its frame clock may emit a signal after the window is closed.
    g_object_ref(Object(window))
    var known = ""
    connect(Object(clock), "after-paint") {
      if !hasSeenFrame { say("first frame \(millisecondsSinceStart) ms\n") }
      hasSeenFrame = true
      let title = gtk_window_get_title(window.cast()).map { String(cString: $0) } ?? ""
      let places = "window \(title)\n" + places(in: window, of: window).joined()
      if places != known { say(places + "end\n") }
      known = places
    }
  }

  /// Returns a line for each visible widget whose name the app has set. The line has the center of
  /// the widget, in pixels from the top left corner of the window, and the name.
  private static func places(in widget: Widget, of window: Widget) -> [String] {
    guard gtk_widget_get_mapped(widget) != 0 else { return [] }
    var places: [String] = []
    let name = gtk_widget_get_name(widget).map { String(cString: $0) } ?? ""
    // By default, the name of a widget is the name of its class, which begins with a capital
    // letter.
    if name.first?.isLowercase == true {
      var middle = graphene_point_t(
        x: Float(gtk_widget_get_width(widget)) / 2, y: Float(gtk_widget_get_height(widget)) / 2)
      var point = graphene_point_t()
      var (left, top) = (0.0, 0.0)
      gtk_native_get_surface_transform(window.opaque, &left, &top)
      if gtk_widget_compute_point(widget, window, &middle, &point) != 0 {
        let state = gtk_widget_is_sensitive(widget) != 0 ? "" : " (disabled)"
        places.append(
          "at \(Int(Double(point.x) + left)) \(Int(Double(point.y) + top)) \(name)\(state)\n")
      }
    }
    return widget.children.reduce(into: places) { $0 += Self.places(in: $1, of: window) }
  }

  /// The milliseconds since the start of the process. The start time is the 22nd field of
  /// `/proc/self/stat` (proc(5)), in hundredths of a second.
  private static var millisecondsSinceStart: Int {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let fields = stat.split(separator: ")").last?.split(separator: " "), fields.count > 19,
      let ticks = Int(fields[19])
    else { return 0 }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000 - ticks * 10
  }
}
