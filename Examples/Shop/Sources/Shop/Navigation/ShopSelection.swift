#if canImport(SwiftUI)
  import NavRouting

  /// What is selected in the columns of a wide window.
  ///
  /// Only the department. The product is the first route of the detail's stack instead: a route is
  /// visited, so it is in "Recently viewed" and in the Back menu; a selection is not.
  struct ShopSelection: Codable, Hashable {
    var department: Department?
  }

  extension NavRouter where Element == ShopRoute {
    /// The product that a list beside the stack has as its selection.
    var chosenProduct: Product.ID? {
      get { path.first?.productID }
      set {
        guard let newValue, newValue != chosenProduct else { return }
        path = [.product(id: newValue)]
      }
    }
  }
#endif
