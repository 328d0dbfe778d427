@testable import NavRouting

extension BackForwardSource {
  var canGoBack: Bool { canGo(by: -1) }
  var canGoForward: Bool { canGo(by: 1) }
}

// Steps that a user takes in tabs, as functions for tests.
extension NavTabs {
  /// Selects a tab, as a tap on it does.
  func select(_ tab: TabID) { tapped = tab }

  /// The router of the selected tab.
  var selectedRouter: NavRouter<Element> { self[selection] }

  /// Requests the window's back/forward list. After that, changes of these tabs are recorded in it.
  @discardableResult
  func shareHistory() -> NavBackForwardList { context.window.backForward }

  /// The window's back/forward list; `nil` if these tabs are not recorded in it.
  var windowHistory: WindowContext? { sharesList ? context : nil }

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
