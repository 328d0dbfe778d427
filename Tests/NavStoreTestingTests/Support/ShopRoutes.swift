import NavStore

// One route type in the versions of an app: all are stored under the tag "Shop" unless they say
// otherwise.

enum ShopRoute: NavRoute {
  static let routeTag = "Shop"
  case category(String)
  case product(id: Int)
  case cart

  static let samples: [ShopRoute] = [.category("shoes"), .product(id: 7), .cart]
}

enum CaseRenamed: NavRoute {
  static let routeTag = "Shop"
  case category(String)
  case item(id: Int)
  case cart

  static let samples: [CaseRenamed] = [.category("shoes"), .item(id: 7), .cart]
}

enum CaseRenamedInGoodOrder: NavRoute {
  static let routeTag = "Shop"
  static let renamedCases = ["product": "item"]
  case category(String)
  case item(id: Int)
  case cart

  static let samples: [CaseRenamedInGoodOrder] = [.category("shoes"), .item(id: 7), .cart]
}

enum CaseRemoved: NavRoute {
  static let routeTag = "Shop"
  case category(String)
  case cart

  static let samples: [CaseRemoved] = [.category("shoes"), .cart]
}

enum TypeRenamed: NavRoute {
  static let routeTag = "Store"
  case category(String)
  case product(id: Int)
  case cart

  static let samples: [TypeRenamed] = [.category("shoes"), .product(id: 7), .cart]
}

enum TypeRenamedInGoodOrder: NavRoute {
  static let routeTag = "Store"
  static let routeTagAliases = ["Shop"]
  case category(String)
  case product(id: Int)
  case cart

  static let samples: [TypeRenamedInGoodOrder] = [.category("shoes"), .product(id: 7), .cart]
}

enum PayloadChanged: NavRoute {
  static let routeTag = "Shop"
  case category(String)
  case product(sku: Int)
  case cart

  static let samples: [PayloadChanged] = [.category("shoes"), .product(sku: 7), .cart]
}

enum PayloadChangedInGoodOrder: NavRoute {
  static let routeTag = "Shop"
  static let routeVersion = 2
  case category(String)
  case product(sku: Int)
  case cart

  static func upgradeRoute(_ json: inout NavStore.JSON, from version: Int) throws {
    if version == 1 {
      json["product"]?.rename("id", to: "sku")
    }
  }

  static let samples: [PayloadChangedInGoodOrder] = [.category("shoes"), .product(sku: 7), .cart]
}
