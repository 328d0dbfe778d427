#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// What the user has looked at: a list that follows the history of who is signed in to the window.
  ///
  /// ```swift
  /// RecentlyViewed(of: AppRoute.self) { item in
  ///   NavLink(item.title ?? item.kind, item.route)
  /// }
  /// ```
  ///
  /// The list is read off the main actor when the view appears, and again after each change of the
  /// history while it is there. For a layout of your own see ``NavItems``.
  public struct RecentlyViewed<Route: Hashable & Sendable, Row: View>: View {
    private let source: ItemSource<Route>
    private let row: (NavItem<Route>) -> Row

    /// The list.
    ///
    /// - Parameters:
    ///   - type: The type of the routes.
    ///   - query: Which items; the 20 visited last unless given.
    ///   - row: Draws an item.
    public init(
      of type: Route.Type, _ query: NavItemQuery = .recent(),
      @ViewBuilder row: @escaping (NavItem<Route>) -> Row
    ) where Route: NavRoute {
      self.init(of: .type(type), query, row: row)
    }

    /// The list of mixed or mapped routes.
    public init(
      of routes: NavRoutes<Route>, _ query: NavItemQuery = .recent(),
      @ViewBuilder row: @escaping (NavItem<Route>) -> Row
    ) {
      source = ItemSource(routes: routes, query: query)
      self.row = row
    }

    /// The list.
    public var body: some View {
      NavItems(source: source) { items in
        List(items) { row($0) }
      }
    }
  }

  /// Items of the history in a layout of your own, followed as ``RecentlyViewed`` does.
  ///
  /// ```swift
  /// NavItems(of: AppRoute.self, .frequent(limit: 6)) { items in
  ///   HStack { ForEach(items) { ItemTile($0) } }
  /// }
  /// ```
  public struct NavItems<Route: Hashable & Sendable, Content: View>: View {
    private let source: ItemSource<Route>
    private let content: ([NavItem<Route>]) -> Content

    @State private var items: [NavItem<Route>] = []
    @State private var shown: ItemSource<Route>.Key?
    @Environment(\.navWindow) private var window

    /// Items of one route type. `content` must not be empty if there are none, or nothing
    /// appears that could follow them. Parameters otherwise as for ``RecentlyViewed``.
    public init(
      of type: Route.Type, _ query: NavItemQuery = .recent(),
      @ViewBuilder content: @escaping ([NavItem<Route>]) -> Content
    ) where Route: NavRoute {
      self.init(of: .type(type), query, content: content)
    }

    /// Items of mixed or mapped routes.
    public init(
      of routes: NavRoutes<Route>, _ query: NavItemQuery = .recent(),
      @ViewBuilder content: @escaping ([NavItem<Route>]) -> Content
    ) {
      self.init(
        source: ItemSource(routes: routes, query: query), content: content)
    }

    init(
      source: ItemSource<Route>,
      @ViewBuilder content: @escaping ([NavItem<Route>]) -> Content
    ) {
      self.source = source
      self.content = content
    }

    /// The content.
    public var body: some View {
      let key = source.key(in: window)
      // Items of another window or query are not shown for a moment.
      return content(shown == key ? items : []).task(id: key) {
        for await found in source.updates(in: window) { (items, shown) = (found, key) }
      }
    }
  }

  /// Where a view's items come from.
  struct ItemSource<Route: Hashable & Sendable>: Sendable {
    struct Key: Hashable, Sendable {
      let query: NavItemQuery
      let window: ObjectIdentifier
    }

    let routes: NavRoutes<Route>
    let query: NavItemQuery

    @MainActor func key(in window: NavWindow) -> Key {
      Key(query: query, window: ObjectIdentifier(window))
    }

    @MainActor func updates(
      in window: NavWindow
    ) -> NavUpdates<[NavItem<Route>]> {
      window.history(of: routes).updates(query)
    }
  }
#endif
