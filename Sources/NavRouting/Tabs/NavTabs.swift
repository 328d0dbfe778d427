import NavStore
import Observation

/// Tabs with a stack each: the selected tab and all stacks come back after a relaunch.
///
/// ```swift
/// @State private var tabs = NavTabs<AppTab, AppRoute>(.home)
///
/// TabView(selection: $tabs.selection) {
///   HomeTab(router: tabs[.home]).tag(AppTab.home)
///   CartTab(router: tabs[.cart]).tag(AppTab.cart)
/// }
///
/// tabs[.cart].push(.product(id: 7))
/// ```
///
/// ``NavTabView`` also goes to the root screen when the selected tab is tapped again.
///
/// Switching keeps every stack. What is pushed into a tab that is not selected is saved at once,
/// and a visit once the tab shows it. Making one is free, as with ``NavRouter``. A window has one.
///
/// If a tab is a route, and that is removed, the first tab is selected. A tab with routes of
/// another type has a router of its own: ``router(for:as:policy:adopting:)``.
@MainActor
public final class NavTabs<Tab: Hashable & Codable, Element: NavElement>: Observable {
  /// What selecting a tab came to.
  public enum Event: Hashable {
    /// Another tab is selected.
    case switched(from: Tab, to: Tab)

    /// The selected tab was selected again, which took so many routes off its stack; at 0, the app
    /// may scroll to the top.
    case reselected(Tab, popped: Int)
  }

  /// Whether ``select(_:animated:)`` of the selected tab goes to its root screen; true unless set.
  public var popsToRootOnReselect = true

  /// Called after each selection, those through the binding included.
  public var onEvent: (@MainActor (Event) -> Void)?

  let context: WindowContext
  private let makeRouter: @MainActor (_ tab: Tab, _ stack: String) -> NavRouter<Element>
  let name: String
  let tabName: (@MainActor (Tab) -> String)?
  private let oldSelection: NavStore.AdoptionSource<Tab>?
  private let observedSelection = Observed(\NavTabs.selection)
  let selected: WindowValue<Tab>
  var routers: [Key: any AnyRouter] = [:]
  private var hasSwitched = false

  /// The list over all tabs, if there is one: see `NavTabs+History.swift`.
  var shared: SharedHistory?

  /// The tabs that were named since the launch, by the names of their stacks.
  var named: [String: Tab] = [:]

  struct Key: Hashable {
    let tab: Tab
    let route: ObjectIdentifier
  }

  /// Tabs with mixed or mapped routes. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - first: The tab that is selected if nothing was saved.
  ///   - window: Whose tabs they are.
  ///   - name: Of the tabs, if a window has several sets of them. It begins the name of each
  ///     stack and of the scene value that holds the selection.
  ///   - tabName: What a tab is called in the file, which must never change; its raw value or case
  ///     unless given, else its JSON.
  ///   - policy: How each stack is restored.
  ///   - source: Where a tab's path lies that was saved before the app had a store; nil for none.
  ///   - selection: Where the tab lies that users had selected before the app had a store: a
  ///     ``/NavStore/NavStore/AdoptionSource/custom(_:)`` of that one value. Taken over once, if
  ///     no selection was saved.
  public init(
    _ first: Tab, in window: NavWindow = .main, name: String = "tab",
    tabName: (@MainActor (Tab) -> String)? = nil,
    policy: NavStore.RestorePolicy<Element> = .init(),
    adopting source: ((Tab) -> NavStore.AdoptionSource<Element>?)? = nil,
    adoptingSelection selection: NavStore.AdoptionSource<Tab>? = nil
  ) {
    oldSelection = selection
    context = window.shared
    self.name = name
    self.tabName = tabName
    makeRouter = { [context] tab, stack in
      NavRouter(
        in: context, stack: stack, policy: policy, adopting: source?(tab))
    }
    selected = WindowValue("\(name).selected", first: first, in: context)
    selected.onChange = { [weak self] in self?.selectionChanged() }
  }

  deinit {
    shared?.list.stopObserving(ObjectIdentifier(self))
  }

  /// The selected tab: what `TabView(selection:)` binds. Setting it to another is
  /// ``select(_:animated:)``; setting it to what it is changes nothing, for there is no telling a
  /// tap on the selected tab from an assignment. A tab bar of your own calls ``select(_:animated:)``
  /// when it is tapped.
  public var selection: Tab {
    get {
      observedSelection.access(self)
      return currentSelection
    }
    set { show(newValue) }
  }

  /// The selected tab as ``NavTabView`` binds it: SwiftUI sets it to what it is when the selected tab
  /// is tapped.
  var tapped: Tab {
    get { selection }
    set { select(newValue) }
  }

  /// Selects a tab, as its user does; the selected one again goes to its root screen, unless
  /// ``popsToRootOnReselect`` says otherwise.
  @discardableResult
  public func select(_ tab: Tab, animated: Bool = true) -> Event {
    let old = currentSelection
    let event = tab == old ? reselect(tab, animated: animated) : `switch`(from: old, to: tab)
    onEvent?(event)
    return event
  }

  /// Shows a tab, as a link or a notification asks for it: selects it, and leaves its stack as it
  /// is if it is selected already. False if it was.
  @discardableResult
  public func show(_ tab: Tab, animated: Bool = true) -> Bool {
    guard tab != currentSelection else { return false }
    select(tab, animated: animated)
    return true
  }

  /// The router of a tab, made on first use.
  public subscript(tab: Tab) -> NavRouter<Element> {
    router(for: tab) { makeRouter(tab, $0) }
  }

  /// The router of the selected tab.
  public var selectedRouter: NavRouter<Element> { self[selection] }

  /// The router of a tab with elements of another type, made on first use.
  ///
  /// A tab has one kind of routes: asking for it as another later gives a router with a
  /// ``NavRouter/problem``, which works in memory. `source` is where users' old path lies.
  public func router<Other: NavElement>(
    for tab: Tab, as type: Other.Type = Other.self,
    policy: NavStore.RestorePolicy<Other> = .init(),
    adopting source: NavStore.AdoptionSource<Other>? = nil
  ) -> NavRouter<Other> {
    router(for: tab) { [context] stack in
      NavRouter(
        in: context, stack: stack, policy: policy, adopting: source)
    }
  }

}

extension NavTabs.Event: Sendable where Tab: Sendable {}

extension NavTabs {
  var currentSelection: Tab {
    selected.value { try context.value(named: $0, adopting: oldSelection) }
  }

  /// The account was erased, or the route that the selection is was removed or rewritten.
  private func selectionChanged() {
    observedSelection.change(of: self) {
      let selection = currentSelection
      for (key, router) in routers { router.setShown(key.tab == selection) }
      shareLoss()
    }
  }

  /// If the selected tab was removed, the first one was selected in its place.
  func shareLoss() {
    guard selected.takeLoss() else { return }
    hasSwitched = true
    shareSelection(of: currentSelection)
  }

  private func router<Other: NavElement>(
    for tab: Tab, make: (_ stack: String) -> NavRouter<Other>
  ) -> NavRouter<Other> {
    let key = Key(tab: tab, route: ObjectIdentifier(Other.self))
    if let router = routers[key] as? NavRouter<Other> { return router }
    let router = make(stack(of: tab))
    routers[key] = router
    (router as? NavRouter<Element>)?.tabs = self
    let isShown = tab == currentSelection
    // Selected since the launch: it comes on top now, and not by being restored.
    if isShown && hasSwitched { router.setShown(false) }
    router.setShown(isShown)
    return router
  }

  private func reselect(_ tab: Tab, animated: Bool) -> Event {
    guard popsToRootOnReselect else { return .reselected(tab, popped: 0) }
    let popped = MainLoop.call {
      routers.filter { $0.key.tab == tab }
        .reduce(0) { $0 + $1.value.popToRoot(animated: animated) }
    }
    return .reselected(tab, popped: popped)
  }

  func `switch`(from old: Tab, to tab: Tab) -> Event {
    MainLoop.call {
      observedSelection.change(of: self) {
        selected.set(tab)
        hasSwitched = true
        for (key, router) in routers { router.setShown(key.tab == tab) }
        save()
        shareSelection(of: tab)
      }
    }
    return .switched(from: old, to: tab)
  }

  /// Notes a read of what the selection determines.
  func accessSelection() {
    observedSelection.access(self)
  }

  /// Tells views that what the selection determines has changed.
  func noteChange() {
    observedSelection.change(of: self) {}
  }

  private func save() {
    context.keep(currentSelection, named: selected.name)
  }
}
