#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A view of history items that is updated with the history, for the account of the enclosing
  /// window.
  ///
  /// ```swift
  /// NavHistoryItems(.recent(), of: AppRoute.self) { items in
  ///   List(items) { NavigationLink($0.title ?? "Untitled", value: $0.route) }
  /// }
  /// ```
  ///
  /// The items are read off the main actor when the view appears and after each change of the
  /// history, at most twice a second. A failed query is logged and listed in
  /// ``/NavStore/NavStore/saveFailures``.
  public struct NavHistoryItems<Element: NavElement, Content: View>: View {
    private let query: NavItemQuery
    private let content: ([NavItem<Element>]) -> Content

    @State private var items: [NavItem<Element>] = []
    @State private var shown: Key?
    @Environment(\.navWindow) private var window

    private struct Key: Hashable {
      let query: NavItemQuery
      let window: ObjectIdentifier
    }

    /// Creates a view of the items that match a query.
    ///
    /// - Parameters:
    ///   - query: The query. The default is the 20 most recently visited items.
    ///   - type: The type of the elements.
    ///   - content: The view. It must not be empty without items, because SwiftUI doesn't show an
    ///     empty view, and only a shown view is updated.
    public init(
      _ query: NavItemQuery = .recent(), of type: Element.Type,
      @ViewBuilder content: @escaping ([NavItem<Element>]) -> Content
    ) {
      (self.query, self.content) = (query, content)
    }

    /// The content of the view.
    public var body: some View {
      let key = Key(query: query, window: ObjectIdentifier(window))
      // Show no items of another window or query while the items of this window and query are read.
      return content(shown == key ? items : []).task(id: key) {
        for await page in window.history(of: Element.self).updates(query) {
          (items, shown) = (Array(page), key)
        }
      }
    }
  }
#endif
