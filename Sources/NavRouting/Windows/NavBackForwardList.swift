import NavStore
import Observation

/// A list of places to go back and forward to, as in a browser, which survives a relaunch.
///
/// A stack has a list (``NavRouter/backForward``), and a window has a list over all its stacks
/// (``NavWindow/backForward``). A view that reads the list is updated when the list changes.
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

    /// The title of the screen on top of the entry's stack, if the screen has one.
    public let title: String?

    /// The name of the entry's stack.
    public let stackName: String

    /// The group of items of the screen on top of the entry's stack, or `nil` at the root screen.
    let kind: String?

    init(_ entry: NavStore.BackForwardMenu.Entry) {
      (id, title, stackName, kind) = (entry.index, entry.title, entry.stack, entry.kind)
    }
  }

  /// Whether there is an entry behind the current one. Reads nothing from the store.
  public var canGoBack: Bool { source.canGo(by: -1) }

  /// Whether there is an entry ahead of the current one. Reads nothing from the store.
  public var canGoForward: Bool { source.canGo(by: 1) }

  /// The entries behind the current one, the nearest first.
  ///
  /// The first use of this property in a restored list waits for one short read of the store. After
  /// that, titles are in memory. The titles are read again after each save, and views are updated
  /// if a title has changed.
  public var backEntries: [Entry] {
    source.backForwardMenu.back.filter { !$0.isUnreadable }.map(Entry.init)
  }

  /// The entries ahead of the current one, the nearest first. Reads titles from the store in the
  /// same way as ``backEntries``.
  public var forwardEntries: [Entry] {
    source.backForwardMenu.forward.filter { !$0.isUnreadable }.map(Entry.init)
  }

  /// Goes to the previous entry. Returns `false` if there is none.
  @discardableResult
  public func back(animated: Bool = true) -> Bool { source.go(by: -1, animated: animated) }

  /// Goes to the next entry. Returns `false` if there is none.
  @discardableResult
  public func forward(animated: Bool = true) -> Bool { source.go(by: 1, animated: animated) }

  /// Goes to an entry. Returns `false` if the entry has been removed from the list, or can't be
  /// read.
  @discardableResult
  public func go(to entry: Entry, animated: Bool = true) -> Bool {
    source.go(to: entry.id, animated: animated)
  }
}

/// An object with a back/forward list: a router, or a window's list over all its stacks.
@MainActor
protocol BackForwardSource: AnyObject {
  /// Whether the list has an entry to which a step by `offset` can go.
  func canGo(by offset: Int) -> Bool

  /// The back/forward list with the titles of its entries.
  var backForwardMenu: NavStore.BackForwardMenu { get }

  /// Goes forward by `offset` entries, or back if `offset` is negative. Returns `false` if the list
  /// has fewer entries.
  func go(by offset: Int, animated: Bool) -> Bool

  /// Goes to the entry at `index`. Returns `false` if the list has no such entry.
  func go(to index: Int, animated: Bool) -> Bool
}

extension NavRouter: BackForwardSource {
  /// The back/forward list of the stack.
  public var backForward: NavBackForwardList { NavBackForwardList(self) }
}
