import NavStore

extension NavRouter {
  /// Names the screen on top in history, once its data has loaded; nil removes the name.
  ///
  /// Costs the caller no disk. Nothing happens at the root screen, and for a route that is never
  /// stored or is no history. A title over ``/NavStore/NavStore/Limits/titleBytes`` is cut at the
  /// last whole character that fits.
  public func setTitle(_ title: String?) {
    session.setTitle(title)
  }

  /// Names the item of `route`, wherever its screen is by now: on top, covered, or gone. Nil
  /// removes the name. For data that takes a while to load.
  ///
  /// ```swift
  /// router.push(.product(id: 7))
  /// let product = try await shop.product(7)
  /// router.setTitle(product.name, for: .product(id: 7))
  /// ```
  ///
  /// Costs and otherwise as ``setTitle(_:)``; O(depth). Nothing happens for a route that was never
  /// seen.
  public func setTitle(_ title: String?, for route: Element) {
    session.setTitle(title, for: route)
  }
}
