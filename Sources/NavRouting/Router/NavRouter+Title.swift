import NavStore

extension NavRouter {
  /// Sets the title of a route's item, whether its screen is on top, covered or popped.
  ///
  /// Use this method for titles that take a while to load. `nil` removes the title.
  ///
  /// ```swift
  /// router.push(.product(id: 7))
  /// let product = try await shop.product(7)
  /// router.setTitle(product.name, for: .product(id: 7))
  /// ```
  ///
  /// Takes O(depth). A title is cut to 4 KiB. Nothing happens for a route that was never visited.
  public func setTitle(_ title: String?, for route: Element) {
    session.setTitle(title, for: route)
  }
}
