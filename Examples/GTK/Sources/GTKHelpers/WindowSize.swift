import CGTK

/// The size of a window as a value that can be saved.
public struct WindowSize: Codable, Equatable, Sendable {
  /// The width in pixels.
  public var width: Int32

  /// The height in pixels.
  public var height: Int32

  /// Creates a size.
  public init(width: Int32, height: Int32) {
    (self.width, self.height) = (width, height)
  }
}

@MainActor
extension Widget {
  /// The size of this widget, which must be a window.
  ///
  /// Set the size before the window is shown.
  public var windowSize: WindowSize {
    get {
      var size = WindowSize(width: 0, height: 0)
      gtk_window_get_default_size(cast(), &size.width, &size.height)
      return size
    }
    nonmutating set { gtk_window_set_default_size(cast(), newValue.width, newValue.height) }
  }

  /// Calls `body` 300 ms after a change of the size of this window.
  ///
  /// Further changes in these 300 ms cause no further call, because the size changes many times a
  /// second while the user drags the window's edge.
  public func onResize(_ body: @escaping @MainActor () -> Void) {
    var isWaiting = false
    for name in ["notify::default-width", "notify::default-height"] {
      on(name) { (_: Object?) in
        guard !isWaiting else { return }
        isWaiting = true
        Task {
          try? await Task.sleep(for: .milliseconds(300))
          isWaiting = false
          body()
        }
      }
    }
  }
}
