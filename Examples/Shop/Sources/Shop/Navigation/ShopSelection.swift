#if canImport(SwiftUI)
  import NavRouting

  /// The selection in the columns of a wide window.
  ///
  /// The value contains only the department. The selected product is the first route on the stack
  /// of the detail column. Only a route makes a visit, with which the product appears in "Recently
  /// viewed" and in the Back menu.
  struct ShopSelection: Codable, Hashable {
    var department: Department?
  }

  extension NavRouter where Element == ShopRoute {
    /// The product that is selected in the product column, which is the first route of this stack.
    /// Setting it replaces the path.
    var chosenProduct: Product.ID? {
      get { path.first?.productID }
      set {
        guard let newValue, newValue != chosenProduct else { return }
        path = [.product(id: newValue)]
      }
    }
  }
#endif
