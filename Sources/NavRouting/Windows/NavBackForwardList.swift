import NavStore
import Observation

/// A list of places to go back and forward to, as in a browser. It survives a relaunch.
///
/// A stack has one (``NavRouter/backForward``), and a window has one over all its stacks
/// (``NavWindow/backForward``). Observed: a view that reads it follows it.
@MainActor
public final class NavBackForwardList: Observable {
  let source: any BackForwardSource

  init(_ source: any BackForwardSource) {
    self.source = source
  }

  /// An entry of the list.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The position of the entry in the list.
    public let id: Int

    /// The title of the screen on top, if it has one.
    public let title: String?

    /// The name of the entry's stack.
    public let stackName: String

    /// The group of items of the screen on top, or `nil` at the root screen.
    let kind: String?

    init(_ entry: NavStore.BackForwardMenu.Entry) {
      (id, title, stackName, kind) = (entry.index, entry.title, entry.stack, entry.kind)
    }
  }

  /// Whether there is an entry behind the current one. Reads nothing.
  public var canGoBack: Bool { source.canGoBack }

  /// Whether there is an entry ahead of the current one. Reads nothing.
  public var canGoForward: Bool { source.canGoForward }

  /// The entries behind the current one, the nearest first.
  ///
  /// The first menu of a restored list waits for one short read. From then on titles are in memory: they are read again
  /// after each save, and views are updated if one has changed.
  public var backEntries: [Entry] {
    source.backForwardMenu.back.filter(\.canBeShown).map(Entry.init)
  }

  /// The entries ahead of the current one, the nearest first. Reads as ``backEntries`` does.
  public var forwardEntries: [Entry] {
    source.backForwardMenu.forward.filter(\.canBeShown).map(Entry.init)
  }

  /// Goes to the previous entry. Returns `false` if there is none.
  @discardableResult
  public func back(animated: Bool = true) -> Bool { source.go(by: -1, animated: animated) }

  /// Goes to the next entry. Returns `false` if there is none.
  @discardableResult
  public func forward(animated: Bool = true) -> Bool { source.go(by: 1, animated: animated) }

  /// Goes to an entry. Returns `false` if it is no longer in the list, or can't be read.
  @discardableResult
  public func go(to entry: Entry, animated: Bool = true) -> Bool {
    source.go(to: entry.id, animated: animated)
  }
}

extension NavStore.BackForwardMenu.Entry {
  /// Whether going to it would show it.
  fileprivate var canBeShown: Bool { isReadable != false }
}

/// What has a back/forward list: a router, or a window's list over all its stacks.
@MainActor
protocol BackForwardSource: AnyObject {
  var canGoBack: Bool { get }
  var canGoForward: Bool { get }

  /// The list with titles, as it stands.
  var backForwardMenu: NavStore.BackForwardMenu { get }

  /// Goes so many entries forward, or back; false if there are not so many.
  func go(by offset: Int, animated: Bool) -> Bool

  /// Goes to an entry; false if it is not there.
  func go(to index: Int, animated: Bool) -> Bool
}

extension NavRouter: BackForwardSource {
  /// The back/forward list of the stack.
  public var backForward: NavBackForwardList { NavBackForwardList(self) }
}
