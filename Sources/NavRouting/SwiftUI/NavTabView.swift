#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A tab view on ``NavTabs``: the selected tab is bound, tapping it again goes to its root screen.
  ///
  /// ```swift
  /// @State private var tabs = NavTabs<AppTab, AppRoute>(.home)
  ///
  /// NavTabView(tabs) { tab in
  ///   NavStackView(AppRoute.self) { TabRoot(tab) } destination: { Screen($0) }
  /// } label: { tab in
  ///   Label(tab.title, systemImage: tab.symbol)
  /// }
  /// ```
  ///
  /// The first stack view in a tab is on the tab's stack. Views find the tabs with `@Environment(NavTabs<AppTab, AppRoute>.self)`.
  public struct NavTabView<
    Tab: Hashable & Codable, Element: NavElement, Content: View, TabLabel: View
  >: View {
    @Bindable private var tabs: NavTabs<Tab, Element>
    private let all: [Tab]
    private let sharesHistory: Bool
    private let content: (Tab) -> Content
    private let label: (Tab) -> TabLabel

    /// A tab view.
    ///
    /// - Parameters:
    ///   - tabs: Drives it.
    ///   - all: The tabs that are shown, in this order.
    ///   - sharesHistory: Whether Back leads through the tabs: selecting a tab is an entry of the
    ///     window's list (``NavWindow/backForward``), and going back selects the tab before.
    ///   - content: What a tab shows.
    ///   - label: Its name and symbol.
    public init(
      _ tabs: NavTabs<Tab, Element>, _ all: [Tab], sharesHistory: Bool = false,
      @ViewBuilder content: @escaping (Tab) -> Content,
      @ViewBuilder label: @escaping (Tab) -> TabLabel
    ) {
      _tabs = Bindable(wrappedValue: tabs)
      self.all = all
      self.sharesHistory = sharesHistory
      self.content = content
      self.label = label
    }

    /// A tab view of all tabs of the type: see ``init(_:_:sharesHistory:content:label:)``.
    public init(
      _ tabs: NavTabs<Tab, Element>, sharesHistory: Bool = false,
      @ViewBuilder content: @escaping (Tab) -> Content,
      @ViewBuilder label: @escaping (Tab) -> TabLabel
    ) where Tab: CaseIterable {
      self.init(
        tabs, Array(Tab.allCases), sharesHistory: sharesHistory, content: content, label: label)
    }

    /// The tab view.
    public var body: some View {
      // Before anything in it asks for the list.
      if sharesHistory { tabs.shareHistory(among: all) }
      return TabView(selection: $tabs.tapped) {
        ForEach(all, id: \.self) { tab in
          content(tab)
            .environment(\.offeredRouter, tabs[tab])
            .tabItem { label(tab) }
            .tag(tab)
        }
      }
      .environment(tabs)
    }
  }
#endif
