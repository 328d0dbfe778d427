#if canImport(SwiftUI)
  /// The products for sale. In this app they are in the code, but a real shop gets them from a
  /// server.
  struct Catalogue: Sendable {
    static let current = Catalogue()

    let products: [Product] = [
      Product(101, "Morning Assam", .tea, 890, "Malty and strong; takes milk."),
      Product(102, "Sencha", .tea, 1_250, "Grassy, best at 70 degrees."),
      Product(103, "Earl Grey", .tea, 790, "Black tea with bergamot."),
      Product(104, "Mint Leaves", .tea, 450, "Nothing but peppermint."),
      Product(105, "White Peony", .tea, 1_890, "Light, for long afternoons."),
      Product(201, "House Espresso", .coffee, 1_190, "Dark chocolate and hazelnut."),
      Product(202, "Yirgacheffe", .coffee, 1_490, "Floral; roasted light."),
      Product(203, "Decaf", .coffee, 1_290, "For after dinner."),
      Product(204, "Cold Brew Blend", .coffee, 1_090, "Ground coarse, steeped overnight."),
      Product(205, "Santos", .coffee, 990, "Round and mild."),
      Product(301, "Iron Teapot", .kitchen, 5_900, "Holds 0.8 litres, and the heat."),
      Product(302, "Hand Grinder", .kitchen, 6_900, "Steel burrs, forty settings."),
      Product(303, "Pour-over Stand", .kitchen, 2_400, "Oak and brass."),
      Product(304, "Gooseneck Kettle", .kitchen, 7_900, "Keeps its temperature."),
      Product(305, "Tasting Cups", .kitchen, 2_800, "Six of them, white."),
      Product(401, "The Tea Atlas", .books, 3_200, "Where the leaves come from."),
      Product(402, "Roasting at Home", .books, 2_600, "A pan, a scale, and patience."),
      Product(403, "Water", .books, 1_900, "The other ninety-nine per cent."),
      Product(404, "Slow Mornings", .books, 1_500, "Forty breakfasts."),
      Product(405, "The Café Across", .books, 1_200, "A novel."),
    ]

    subscript(id: Product.ID) -> Product? { products.first { $0.id == id } }

    func products(in department: Department) -> [Product] {
      products.filter { $0.department == department }
    }

    func products(named text: String) -> [Product] {
      products.filter { $0.name.lowercased().contains(text.lowercased()) }
    }

    /// Returns the ids in `ids` whose products are no longer for sale. In a real shop, this
    /// function sends one request for all products to the server.
    func missing(among ids: Set<Product.ID>) async throws -> Set<Product.ID> {
      ids.subtracting(products.map(\.id))
    }
  }
#endif
