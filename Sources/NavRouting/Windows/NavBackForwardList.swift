import NavStore

/// What a pair of Back and Forward buttons drives: a router, or a window's list over all its stacks.
@MainActor
public protocol NavBackForwardList: AnyObject {
  /// Whether there is an entry before the current one.
  var canGoBack: Bool { get }

  /// Whether there is an entry after the current one.
  var canGoForward: Bool { get }

  /// The list with titles, as it stands.
  var backForwardMenu: NavStore.BackForwardMenu { get }

  /// Goes so many entries forward, or back; false if there are not so many.
  @discardableResult
  func go(by offset: Int, animated: Bool) -> Bool

  /// Goes to an entry; false if it is not there.
  @discardableResult
  func go(to index: Int, animated: Bool) -> Bool
}

extension NavRouter: NavBackForwardList {}
