#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A tab view with a stack in each tab.
  ///
  /// As the outermost view of a window, it is also the window's ``NavWindowView``.
  ///
  /// ```swift
  /// WindowGroup {
  ///   NavTabView(AppTab.self, of: AppRoute.self) { tab in
  ///     TabRoot(tab)
  ///   } destination: { route in
  ///     Screen(route)
  ///   } label: { tab in
  ///     Label(tab.title, systemImage: tab.symbol)
  ///   }
  /// }
  /// ```
  ///
  /// From iOS 18 on, the tab view can use SwiftUI's own tabs, with sections, roles and
  /// customization:
  ///
  /// ```swift
  /// NavTabView(AppTab.self, of: AppRoute.self) { tabs in
  ///   Tab("Home", systemImage: "house", value: AppTab.home) {
  ///     NavStackView(on: tabs[.home]) { Home() } destination: { Screen($0) }
  ///   }
  ///   Tab(value: AppTab.search, role: .search) {
  ///     NavStackView(on: tabs[.search]) { SearchView() } destination: { Screen($0) }
  ///   }
  /// }
  /// .tabViewStyle(.sidebarAdaptable)
  /// ```
  ///
  /// A tap on the selected tab pops the tab's stack to its root screen. The tabs are
  /// `window.tabs(AppTab.self, of: AppRoute.self)`, and views find them with
  /// `@Environment(NavTabs<AppTab, AppRoute>.self)`.
  public struct NavTabView<TabID: Hashable & Codable, Element: NavElement>: View {
    private let tabs: (NavWindow) -> NavTabs<TabID, Element>

    /// The tab view. Its type is erased, because the initializers create tab views of different
    /// types. The cost is one type-erased view per window.
    private let content: (NavTabs<TabID, Element>) -> AnyView

    /// Creates the view of a window's tabs, which are all cases of a type.
    ///
    /// - Parameters:
    ///   - tabs: The type of the tabs.
    ///   - type: The type of the elements of each stack.
    ///   - name: The name of the tabs, if a window has several sets of them.
    ///   - expiresAfter: The age at which a stack starts at its root screen.
    ///   - root: The root screen of a tab.
    ///   - destination: The screen of an element.
    ///   - label: The name and the symbol of a tab.
    public init<Root: View, Destination: View, TabLabel: View>(
      _ tabs: TabID.Type, of type: Element.Type, named name: String = "tabs",
      expiresAfter: NavAge? = nil, @ViewBuilder root: @escaping (TabID) -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination,
      @ViewBuilder label: @escaping (TabID) -> TabLabel
    ) where TabID: CaseIterable {
      self.tabs = { $0.tabs(tabs, of: type, named: name, expiresAfter: expiresAfter) }
      content = { Self.stacks($0, of: Array(TabID.allCases), root, destination, label) }
    }

    /// Creates the view of tabs that the app adds and removes.
    ///
    /// - Parameters:
    ///   - tabs: The tabs of a window.
    ///   - shown: The tabs to show, in this order.
    ///   - root: The root screen of a tab.
    ///   - destination: The screen of an element.
    ///   - label: The name and the symbol of a tab.
    public init<Root: View, Destination: View, TabLabel: View>(
      _ tabs: NavTabs<TabID, Element>, showing shown: [TabID],
      @ViewBuilder root: @escaping (TabID) -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination,
      @ViewBuilder label: @escaping (TabID) -> TabLabel
    ) {
      self.tabs = { _ in tabs }
      content = { Self.stacks($0, of: shown, root, destination, label) }
    }

    /// Creates the view of a window's tabs from SwiftUI's tabs, which may be in sections or have a
    /// role.
    ///
    /// - Parameters:
    ///   - tabs: The type of the tabs.
    ///   - type: The type of the elements of each stack.
    ///   - name: The name of the tabs, if a window has several sets of them.
    ///   - expiresAfter: The age at which a stack starts at its root screen.
    ///   - content: The tabs. The screen of each tab is a ``NavStackView`` on the tab's router.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public init<Content: TabContent>(
      _ tabs: TabID.Type, of type: Element.Type, named name: String = "tabs",
      expiresAfter: NavAge? = nil,
      @TabContentBuilder<TabID> content: @escaping (_ tabs: NavTabs<TabID, Element>) -> Content
    ) where TabID: CaseIterable, Content.TabValue == TabID {
      self.tabs = { $0.tabs(tabs, of: type, named: name, expiresAfter: expiresAfter) }
      self.content = { Self.view(of: $0, content) }
    }

    /// Creates the view of tabs that the app adds and removes, from SwiftUI's tabs.
    ///
    /// - Parameters:
    ///   - tabs: The tabs of a window.
    ///   - content: The tabs to show. The screen of each tab is a ``NavStackView`` on the tab's
    ///     router.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public init<Content: TabContent>(
      _ tabs: NavTabs<TabID, Element>,
      @TabContentBuilder<TabID> content: @escaping (_ tabs: NavTabs<TabID, Element>) -> Content
    ) where Content.TabValue == TabID {
      self.tabs = { _ in tabs }
      self.content = { Self.view(of: $0, content) }
    }

    /// The content of the view.
    public var body: some View {
      NavWindowView { window in
        let tabs = tabs(window)
        content(tabs)
          .transformEnvironment(\.backForwardButtons) { $0?.tabs = window.backForward }
          .environment(tabs)
          .offersPlace({ tabs.place }, open: { try tabs.open($0).failures.count })
          .focusedSceneValue(\.backForwardInFront) { window.backForward }
      }
    }

    private static func stacks(
      _ tabs: NavTabs<TabID, Element>, of shown: [TabID],
      @ViewBuilder _ root: @escaping (TabID) -> some View,
      @ViewBuilder _ destination: @escaping (Element) -> some View,
      @ViewBuilder _ label: @escaping (TabID) -> some View
    ) -> AnyView {
      if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
        return view(of: tabs) { tabs in
          ForEach(shown, id: \.self) { tab in
            Tab(value: tab) {
              NavStackView(on: tabs[tab], root: { root(tab) }, destination: destination)
            } label: {
              label(tab)
            }
          }
        }
      }
      return AnyView(
        TabView(selection: Bindable(tabs).tapped) {
          ForEach(shown, id: \.self) { tab in
            NavStackView(on: tabs[tab], root: { root(tab) }, destination: destination)
              .tabItem { label(tab) }
              .tag(tab)
          }
        })
    }

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    private static func view<Content: TabContent>(
      of tabs: NavTabs<TabID, Element>,
      @TabContentBuilder<TabID> _ content: (NavTabs<TabID, Element>) -> Content
    ) -> AnyView where Content.TabValue == TabID {
      AnyView(TabView(selection: Bindable(tabs).tapped) { content(tabs) })
    }
  }
#endif
