import NavStore

// The types below are one route type in several versions of an app. Each has the tag "Shop" or sets
// another tag.

enum ShopRoute: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop")
  case category(String)
  case product(id: Int)
  case cart

  static let samples: [ShopRoute] = [.category("shoes"), .product(id: 7), .cart]
}

enum CaseRenamed: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop")
  case category(String)
  case item(id: Int)
  case cart

  static let samples: [CaseRenamed] = [.category("shoes"), .item(id: 7), .cart]
}

enum CaseRenamedInGoodOrder: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop", renaming: ["product": "item"])
  case category(String)
  case item(id: Int)
  case cart

  static let samples: [CaseRenamedInGoodOrder] = [.category("shoes"), .item(id: 7), .cart]
}

enum CaseRemoved: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop")
  case category(String)
  case cart

  static let samples: [CaseRemoved] = [.category("shoes"), .cart]
}

enum TypeRenamed: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Store")
  case category(String)
  case product(id: Int)
  case cart

  static let samples: [TypeRenamed] = [.category("shoes"), .product(id: 7), .cart]
}

enum TypeRenamedInGoodOrder: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Store", formerNames: ["Shop"])
  case category(String)
  case product(id: Int)
  case cart

  static let samples: [TypeRenamedInGoodOrder] = [.category("shoes"), .product(id: 7), .cart]
}

enum PayloadChanged: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop")
  case category(String)
  case product(sku: Int)
  case cart

  static let samples: [PayloadChanged] = [.category("shoes"), .product(sku: 7), .cart]
}

enum PayloadChangedInGoodOrder: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop", version: 2) { json, version in
    if version == 1 {
      json["product"]?.rename("id", to: "sku")
    }
  }
  case category(String)
  case product(sku: Int)
  case cart

  static let samples: [PayloadChangedInGoodOrder] = [.category("shoes"), .product(sku: 7), .cart]
}
