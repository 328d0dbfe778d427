import CGTK

/// A pointer to an object of any GLib class.
public typealias Object = UnsafeMutableRawPointer

/// The closure that handles a signal. GLib retains it until the object that emits the signal is
/// destroyed.
private final class Handler: Sendable {
  /// The closure, which is called with the signal's argument, or with `nil` if the signal has none.
  let body: @MainActor (Object?) -> Void

  init(_ body: @escaping @MainActor (Object?) -> Void) {
    self.body = body
  }

  /// Calls the closure of a handler. Returns 0, which allows GTK's default action for signals with
  /// a result, such as `close-request`.
  static func call(_ handler: Object?, with argument: Object? = nil) -> gboolean {
    guard let handler else { return 0 }
    let body = Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue().body
    // GTK emits signals on the main thread.
    nonisolated(unsafe) let argument = argument
    MainActor.assumeIsolated { body(argument) }
    return 0
  }
}

extension Widget {
  /// Calls `body` when the widget emits `signal`, which has no argument.
  @MainActor
  public func on(_ signal: String, _ body: @escaping @MainActor () -> Void) {
    connect(Object(self), signal, body)
  }

  /// Calls `body` with the signal's argument, such as a row or a child, when the widget emits
  /// `signal`.
  @MainActor
  public func on(_ signal: String, _ body: @escaping @MainActor (Object?) -> Void) {
    connect(Object(self), signal, body)
  }

  /// Calls `body` for a click on the widget with the right mouse button, and for a long press.
  @MainActor
  public func onMenuRequest(_ body: @escaping @MainActor () -> Void) {
    let click: OpaquePointer = gtk_gesture_click_new()
    gtk_gesture_single_set_button(click, UInt32(GDK_BUTTON_SECONDARY))
    let clicked: @convention(c) (Object?, gint, Double, Double, Object?) -> Void = {
      // Claims the click, so that the header bar around the button doesn't open the window's menu.
      gtk_gesture_set_state(OpaquePointer($0), GTK_EVENT_SEQUENCE_CLAIMED)
      _ = Handler.call($4)
    }
    connect(Object(click), "pressed", unsafeBitCast(clicked, to: GCallback.self)) { _ in body() }
    gtk_widget_add_controller(self, click)

    let press: OpaquePointer = gtk_gesture_long_press_new()
    let pressed: @convention(c) (Object?, Double, Double, Object?) -> Void = {
      _ = Handler.call($3)
    }
    connect(Object(press), "pressed", unsafeBitCast(pressed, to: GCallback.self)) { _ in body() }
    gtk_widget_add_controller(self, press)
  }
}

/// Calls `body` when `object` emits `signal`, which has no argument.
@MainActor
@discardableResult
public func connect(
  _ object: Object, _ signal: String, _ body: @escaping @MainActor () -> Void
) -> gulong {
  let call: @convention(c) (Object?, Object?) -> gboolean = { Handler.call($1) }
  return connect(object, signal, unsafeBitCast(call, to: GCallback.self)) { _ in body() }
}

/// Calls `body` with the signal's argument when `object` emits `signal`.
@MainActor
@discardableResult
public func connect(
  _ object: Object, _ signal: String,
  _ body: @escaping @MainActor (Object?) -> Void
) -> gulong {
  let call: @convention(c) (Object?, Object?, Object?) -> gboolean = { Handler.call($2, with: $1) }
  return connect(object, signal, unsafeBitCast(call, to: GCallback.self), body)
}

/// Calls a C function when `object` emits `signal`.
///
/// - Parameter call: A C function with the arguments of the signal and, as its last argument, the
///   ``Handler`` of `body`.
@MainActor
@discardableResult
private func connect(
  _ object: Object, _ signal: String, _ call: GCallback,
  _ body: @escaping @MainActor (Object?) -> Void
) -> gulong {
  g_signal_connect_data(
    object, signal, call, Unmanaged.passRetained(Handler(body)).toOpaque(),
    { handler, _ in
      guard let handler else { return }
      Unmanaged<Handler>.fromOpaque(handler).release()
    }, GConnectFlags(0))
}
