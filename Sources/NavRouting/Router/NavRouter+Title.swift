import NavStore

extension NavRouter {
  /// Sets the title of the screen on top in the history. `nil` removes the title.
  ///
  /// Costs the caller no disk. Nothing happens at the root screen, and for a route that is never
  /// stored or is not in the history. A title over ``/NavStore/NavStore/Limits/titleBytes`` is cut at the
  /// last whole character that fits.
  package func setTitle(_ title: String?) {
    session.setTitle(title)
  }

  /// Sets the title of a route's item, whether its screen is on top, covered or popped. `nil` removes the
  /// title. For data that takes a while to load.
  ///
  /// ```swift
  /// router.push(.product(id: 7))
  /// let product = try await shop.product(7)
  /// router.setTitle(product.name, for: .product(id: 7))
  /// ```
  ///
  /// Takes O(depth). A title is cut to 4 KiB. Nothing happens for a route that was
  /// never visited.
  public func setTitle(_ title: String?, for route: Element) {
    session.setTitle(title, for: route)
  }
}
