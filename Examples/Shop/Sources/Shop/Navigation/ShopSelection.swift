#if canImport(SwiftUI)
  import NavRouting

  /// The selection in the columns of a wide window.
  ///
  /// It contains only the department. The product is the first route of the detail's stack, because
  /// routes are visited, and so appear in "Recently viewed" and in the Back menu. Selections don't.
  struct ShopSelection: Codable, Hashable {
    var department: Department?
  }

  extension NavRouter where Element == ShopRoute {
    /// The product that is selected in the list next to the stack.
    var chosenProduct: Product.ID? {
      get { path.first?.productID }
      set {
        guard let newValue, newValue != chosenProduct else { return }
        path = [.product(id: newValue)]
      }
    }
  }
#endif
