@testable import NavRouting

// Steps of a user, for tests.
extension NavTabs {
  /// Taps a tab.
  func select(_ tab: TabID) { tapped = tab }

  /// The router of the selected tab.
  var selectedRouter: NavRouter<Element> { self[selection] }

  /// Requests the window's back/forward list, which these tabs then follow.
  @discardableResult
  func shareHistory() -> NavBackForwardList { context.window.backForward }

  /// The window's list, if these tabs follow it.
  var windowHistory: WindowBackForward? { shared?.window }

  @discardableResult
  func back() -> Bool { go(by: -1) }

  @discardableResult
  func forward() -> Bool { go(by: 1) }

  var canGoBack: Bool { windowHistory?.canGoBack ?? selectedRouter.canGoBack }
  var canGoForward: Bool { windowHistory?.canGoForward ?? selectedRouter.canGoForward }

  private func go(by offset: Int) -> Bool {
    windowHistory?.go(by: offset, animated: false) ?? selectedRouter.go(by: offset)
  }
}
