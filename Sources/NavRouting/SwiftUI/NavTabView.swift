#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A tab view with a stack in each tab. Outermost in a window, it is also that window.
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
  /// A second tap on the selected tab pops it to its root screen. The tabs are
  /// `window.tabs(AppTab.self, of: AppRoute.self)`, and views find them with
  /// `@Environment(NavTabs<AppTab, AppRoute>.self)`.
  public struct NavTabView<
    TabID: Hashable & Codable, Element: NavElement, Root: View, Destination: View, TabLabel: View
  >: View {
    private let all: [TabID]
    private let tabs: (NavWindow) -> NavTabs<TabID, Element>
    private let root: (TabID) -> Root
    private let destination: (Element) -> Destination
    private let label: (TabID) -> TabLabel

    @Environment(\.backForwardButtons) private var buttons

    /// Creates the view of the window's tabs, all cases of a type.
    ///
    /// - Parameters:
    ///   - tabs: The type of the tabs.
    ///   - type: The type of the elements of each stack.
    ///   - name: The name of the tabs, if a window has several sets of them.
    ///   - expiresAfter: The age at which a stack starts at its root screen.
    ///   - root: The root screen of a tab.
    ///   - destination: The screen of an element.
    ///   - label: The name and the symbol of a tab.
    public init(
      _ tabs: TabID.Type, of type: Element.Type, named name: String = "tabs",
      expiresAfter: NavAge? = nil, @ViewBuilder root: @escaping (TabID) -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination,
      @ViewBuilder label: @escaping (TabID) -> TabLabel
    ) where TabID: CaseIterable {
      all = Array(TabID.allCases)
      self.tabs = { $0.tabs(tabs, of: type, named: name, expiresAfter: expiresAfter) }
      (self.root, self.destination, self.label) = (root, destination, label)
    }

    /// Creates the view of tabs that come and go.
    ///
    /// - Parameters:
    ///   - tabs: The tabs of a window.
    ///   - shown: The tabs that there are now, in this order.
    ///   - root: The root screen of a tab.
    ///   - destination: The screen of an element.
    ///   - label: The name and the symbol of a tab.
    public init(
      _ tabs: NavTabs<TabID, Element>, showing shown: [TabID],
      @ViewBuilder root: @escaping (TabID) -> Root,
      @ViewBuilder destination: @escaping (Element) -> Destination,
      @ViewBuilder label: @escaping (TabID) -> TabLabel
    ) {
      all = shown
      self.tabs = { _ in tabs }
      (self.root, self.destination, self.label) = (root, destination, label)
    }

    /// The content of the view.
    public var body: some View {
      NavWindowView { window in
        view(of: tabs(window), list: buttons == nil ? nil : window.backForward)
          .focusedSceneValue(\.backForwardInFront, BackForwardInFront { window.backForward })
      }
    }

    private func view(of tabs: NavTabs<TabID, Element>, list: NavBackForwardList?) -> some View {
      @Bindable var tabs = tabs
      return TabView(selection: $tabs.tapped) {
        ForEach(all, id: \.self) { tab in
          NavStackView(on: tabs[tab]) {
            root(tab)
          } destination: { element in
            destination(element)
          }
          .tabItem { label(tab) }
          .tag(tab)
        }
      }
      .environment(\.tabsBackForward, list)
      .environment(tabs)
      .offersPlace(of: tabs)
    }
  }
#endif
