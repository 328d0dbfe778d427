import CGTK

/// An object of GLib's, of whatever class.
typealias Object = UnsafeMutableRawPointer

/// What a signal calls, held until the object that emits it goes.
private final class Handler: Sendable {
  /// With the signal's argument, if it has one.
  let body: @MainActor (Object?) -> Void

  init(_ body: @escaping @MainActor (Object?) -> Void) {
    self.body = body
  }

  /// Calls the handler, and tells the few signals that ask (`close-request`) to go on.
  static func call(_ handler: Object?, with argument: Object? = nil) -> gboolean {
    guard let handler else { return 0 }
    let body = Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue().body
    // GTK emits on the main thread.
    nonisolated(unsafe) let argument = argument
    MainActor.assumeIsolated { body(argument) }
    return 0
  }
}

extension Widget {
  /// Calls `body` when the widget emits `signal`, one without an argument.
  @MainActor
  func on(_ signal: String, _ body: @escaping @MainActor () -> Void) {
    connect(Object(self), signal, body)
  }

  /// The same for a signal with an argument: a row, a child, a parameter.
  @MainActor
  func on(_ signal: String, _ body: @escaping @MainActor (Object?) -> Void) {
    connect(Object(self), signal, body)
  }

  /// Calls `body` at a click with the right button, and at a long press.
  @MainActor
  func onMenuRequest(_ body: @escaping @MainActor () -> Void) {
    let click: OpaquePointer = gtk_gesture_click_new()
    gtk_gesture_single_set_button(click, UInt32(GDK_BUTTON_SECONDARY))
    let clicked: @convention(c) (Object?, gint, Double, Double, Object?) -> Void = {
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

/// Calls `body` when `object` emits `signal`, one without an argument.
@MainActor
@discardableResult
func connect(
  _ object: Object, _ signal: String, _ body: @escaping @MainActor () -> Void
) -> gulong {
  let call: @convention(c) (Object?, Object?) -> gboolean = { Handler.call($1) }
  return connect(object, signal, unsafeBitCast(call, to: GCallback.self)) { _ in body() }
}

/// The same for a signal with an argument.
@MainActor
@discardableResult
func connect(
  _ object: Object, _ signal: String,
  _ body: @escaping @MainActor (Object?) -> Void
) -> gulong {
  let call: @convention(c) (Object?, Object?, Object?) -> gboolean = { Handler.call($2, with: $1) }
  return connect(object, signal, unsafeBitCast(call, to: GCallback.self), body)
}

/// - Parameter call: Takes what the signal brings, and the handler last.
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
