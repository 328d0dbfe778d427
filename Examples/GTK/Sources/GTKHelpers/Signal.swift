import CGTK

/// An object of any GLib class.
public typealias Object = UnsafeMutableRawPointer

/// The handler of a signal, retained until the object that emits the signal is destroyed.
private final class Handler: Sendable {
  /// The code to call, with the signal's argument, if it has one.
  let body: @MainActor (Object?) -> Void

  init(_ body: @escaping @MainActor (Object?) -> Void) {
    self.body = body
  }

  /// Calls the handler. Returns 0, so that signals with a result (`close-request`) continue.
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

  /// Calls `body` when the widget emits `signal`, with its argument: a row, a child, a parameter.
  @MainActor
  public func on(_ signal: String, _ body: @escaping @MainActor (Object?) -> Void) {
    connect(Object(self), signal, body)
  }

  /// Calls `body` for a click with the right button, and for a long press.
  @MainActor
  public func onMenuRequest(_ body: @escaping @MainActor () -> Void) {
    let click: OpaquePointer = gtk_gesture_click_new()
    gtk_gesture_single_set_button(click, UInt32(GDK_BUTTON_SECONDARY))
    let clicked: @convention(c) (Object?, gint, Double, Double, Object?) -> Void = {
      // Claim the click, because a header bar opens the window's menu at one that isn't claimed.
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

/// Calls `body` when `object` emits `signal`, with its argument.
@MainActor
@discardableResult
public func connect(
  _ object: Object, _ signal: String,
  _ body: @escaping @MainActor (Object?) -> Void
) -> gulong {
  let call: @convention(c) (Object?, Object?, Object?) -> gboolean = { Handler.call($2, with: $1) }
  return connect(object, signal, unsafeBitCast(call, to: GCallback.self), body)
}

/// - Parameter call: A C function that takes the signal's arguments, and the handler last.
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
