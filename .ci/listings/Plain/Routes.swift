import FoundationEssentials
import NavRouting

enum Routes {
  //= NavRoute.swift 2
}

enum Elements {
  nonisolated struct Article: Hashable { let id: Int }
  enum StoredPage: NavRoute {
    case page(Int)
    var id: Int { 7 }
    init(id: Int) { self = .page(id) }
  }

  //= NavRoute.swift 1
}

enum Mixed {
  enum HelpRoute: NavRoute { case topic(String) }

  //= NavCoding.swift 2
}

enum Renaming {
  enum ShopRoute: NavRoute {
    case list(String)

    //= NavCoding.swift 1
  }
}

enum Evolution {
  enum ShopRoute: NavRoute {
    case product(id: Int)

    //= NavJSON.swift 1
  }
}

@MainActor enum Persistence {
  func saveAndRestore() throws {
    //= NavStore.swift 1
  }

  func setUp() {
    //= NavStore+Standard.swift 1
  }

  func adopting(oldFile: URL, window: NavWindow) {
    _ =
      //= NavLegacyState.swift 1
  }

  nonisolated struct LegacyStore {
    var lastPath: [String]?
    init() throws {}
  }

  func adoptingByHand() {
    let _: NavLegacyState<AppRoute> =
      //= NavLegacyState.swift 2
  }

  final class Banner { func show(_ error: NavStore.Error) {} }

  func failures(store: NavStore, banner: Banner) async {
    //= NavStore+SaveFailures.swift 1
  }

}

extension AppRoute {
  nonisolated init(_ text: String) { self = .category(text) }
  nonisolated var productID: Int? { if case .product(let id) = self { id } else { nil } }
}

