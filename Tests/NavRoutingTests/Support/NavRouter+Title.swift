@testable import NavRouting

extension NavRouter {
  /// Sets the title of the screen on top, as `navTitle(_:)` does.
  func setTitle(_ title: String?) {
    if let top = find(nil, known: nil) { setTitle(title, at: top) }
  }
}
