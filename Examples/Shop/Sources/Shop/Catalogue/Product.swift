#if canImport(SwiftUI)
  /// A product. The route of a product contains only the id. A restored screen gets the other
  /// properties from ``Catalogue``, so that the properties are never out of date.
  struct Product: Identifiable, Hashable, Sendable {
    let id: Int
    let name: String
    let department: Department
    let cents: Int
    let blurb: String

    init(_ id: Int, _ name: String, _ department: Department, _ cents: Int, _ blurb: String) {
      self.id = id
      self.name = name
      self.department = department
      self.cents = cents
      self.blurb = blurb
    }

    var price: String {
      let rest = cents % 100
      return "€ \(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
  }
#endif
