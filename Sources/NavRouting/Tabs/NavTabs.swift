import NavStore
import Observation

/// The selected tab of a window, and a stack for each tab.
///
/// ```swift
/// let tabs = window.tabs(AppTab.self, of: AppRoute.self)
/// tabs.selection = .cart
/// tabs[.home].push(.product(id: 7))
/// ```
///
/// A window has one such object for each name:
/// ``NavWindow/tabs(_:of:named:expiresAfter:migratingFrom:migratingSelection:)``. Switching tabs
/// keeps every stack. A screen that is pushed into an unselected tab is saved at once, and becomes
/// a visit when the tab is shown. If the selected tab is a route, and that route is removed, the
/// first tab is selected.
@MainActor
public final class NavTabs<TabID: Hashable & Codable, Element: NavElement>: Observable {
  /// Whether a tap on the selected tab pops the tab's stack to its root screen.
  public var popsToRootOnReselect = true

  /// Called after a tap on the selected tab, with the number of popped screens. If the number is 0,
  /// the app may scroll to the top.
  public var onReselect: (@MainActor (_ tab: TabID, _ popped: Int) -> Void)?

  let context: WindowContext
  let name: String
  let selected: WindowValue<TabID>
  private let policy: @MainActor (TabID) -> NavStore.RestorePolicy<Element>
  var routers: [TabID: NavRouter<Element>] = [:]
  private var hasSwitched = false

  /// Whether the tabs share the window's back/forward list: see `NavTabs+History.swift`.
  var sharesList = false

  /// Creates the tabs of a window. Reads nothing from the store.
  package init(
    _ first: TabID, in window: NavWindow, named name: String = "tabs",
    migratingSelection: NavLegacyState<TabID>? = nil,
    policy: @escaping @MainActor (TabID) -> NavStore.RestorePolicy<Element> = { _ in .init() }
  ) {
    (context, self.name, self.policy) = (window.shared, name, policy)
    selected = WindowValue(
      StoredNames.tab("selected", of: name), first: first, adopting: migratingSelection,
      in: context)
    selected.onChange = { [weak self] in self?.selectionChanged() }
    if context.followingTabs == nil { context.followingTabs = self }
  }

  /// The selected tab. Setting the selection never pops screens.
  public var selection: TabID {
    get {
      selected.access()
      return currentSelection
    }
    set {
      if newValue != currentSelection { `switch`(to: newValue) }
    }
  }

  /// The selected tab for the binding of ``NavTabView``. When the user taps the selected tab,
  /// SwiftUI sets the binding to that tab again.
  var tapped: TabID {
    get { selection }
    set {
      if newValue == currentSelection { reselect() } else { selection = newValue }
    }
  }

  /// Handles a tap on the selected tab. ``NavTabView`` calls this method. An app with its own tab
  /// bar must call it for such a tap.
  ///
  /// - Returns: The number of screens that were popped.
  @discardableResult
  public func reselect(animated: Bool = true) -> Int {
    let tab = currentSelection
    let popped = popsToRootOnReselect ? self[tab].popToRoot(animated: animated) : 0
    onReselect?(tab, popped)
    return popped
  }

  /// Returns the router of a tab.
  public subscript(tab: TabID) -> NavRouter<Element> {
    if let router = routers[tab] { return router }
    let router = NavRouter(in: context.window, stack: stack(of: tab), policy: policy(tab))
    routers[tab] = router
    router.tabs = self
    router.comeToFront = { [weak self] in self?.selection = tab }
    let isShown = tab == currentSelection
    // If the tab was selected since the launch, hide its stack before it is restored. Its top
    // screen then becomes a visit in `setShown(isShown)`, and not when the stack is restored.
    if isShown && hasSwitched { router.setShown(false) }
    router.setShown(isShown)
    return router
  }
}

extension NavTabs {
  var currentSelection: TabID {
    let isRestored = !selected.isKnown
    let selection = selected.current
    guard isRestored, selection != selected.first else { return selection }
    let session = self[selection].session
    let isSkipped = session.isSceneSkipped
    // Pass `true`, because the selection was restored with the stack. The launch then counts as an
    // attempt with the stack, even if the stack is empty.
    session.willShow(besides: true)
    guard isSkipped else { return selection }
    selected.restart()
    self[selection].setShown(false)
    return selected.first
  }

  /// Updates the tabs after the account was erased, or after a route that is the selection was
  /// removed or rewritten.
  private func selectionChanged() {
    let selection = currentSelection
    for (tab, router) in routers { router.setShown(tab == selection) }
    shareReplacement()
  }

  /// Makes an entry in the window's back/forward list for the first tab, if that tab has replaced a
  /// removed selection.
  func shareReplacement() {
    guard selected.takeRemoval() else { return }
    hasSwitched = true
    if sharesList { context.select(stack(of: currentSelection)) }
  }

  /// Selects a tab. Makes an entry in the window's back/forward list, unless `isFollowing` is `true`
  /// because the tab is the one of the list's current entry.
  ///
  /// If the list can't be changed, for example because the file is locked, the tab is selected
  /// without an entry.
  func `switch`(to tab: TabID, isFollowing: Bool = false) {
    MainLoop.call {
      selected.change {
        selected.set(tab)
        hasSwitched = true
        for (other, router) in routers { router.setShown(other == tab) }
        context.keep(tab, named: selected.name)
        if sharesList && !isFollowing { context.select(stack(of: tab)) }
      }
    }
  }
}
