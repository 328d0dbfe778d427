import FoundationEssentials
import NavRouting

enum Routes {
  //= NavStore+Route.swift 1
}

enum Renaming {
  enum Route: NavRoute {
    case list(String)

    //= NavStore+RouteForm.swift 1
  }
}

enum Evolution {
  enum Route: NavRoute {
    case product(id: Int)

    //= NavStore+JSON.swift 1
  }
}

@MainActor enum Persistence {
  func saveAndRestore() throws {
    //= NavStore.swift 1
  }

  func setUp() {
    //= NavStore+Standard.swift 1
  }

  func session(store: NavStore, path: [AppRoute]) throws {
    //= NavStore+Session.swift 1
  }

  func adopting(oldFile: URL) {
    //= NavStore+AdoptionSource.swift 1
  }

  nonisolated struct LegacyStore {
    var lastPath: [String]?
    init() throws {}
  }

  func adoptingByHand() {
    let _: NavStore.AdoptionSource<AppRoute> =
      //= NavStore+AdoptionSource.swift 2
  }

  nonisolated struct API: Sendable {
    func missing(among ids: [Int]) async throws -> Set<Int?> { [] }
  }

  func validate(session: NavStore.Session<AppRoute>, api: API) async {
    //= Session+Validation.swift 1
  }

  final class Banner { func show(_ error: NavStore.Error) {} }

  func failures(store: NavStore, banner: Banner) async {
    //= NavStore+SaveFailures.swift 1
  }

  func reopen(store: NavStore, key: String) throws {
    func openWindow(for scene: NavStore.Scene) throws {}
    //= NavStore+ClosedScenes.swift 1
  }
}

extension AppRoute {
  nonisolated init(_ text: String) { self = .category(text) }
  nonisolated var productID: Int? { if case .product(let id) = self { id } else { nil } }
}

enum Forms {
  nonisolated struct Model: Hashable { let id: Int }
  nonisolated struct Library { func model(_ id: Int) throws -> Model { Model(id: id) } }
  nonisolated enum Screen: Hashable { case article(Model), oneTimeCode }
  enum StoredScreen: NavRoute { case article(id: Int) }

  func make(store: NavStore, library: Library) throws {
    //= NavStore+Routes.swift 1
  }
}

@MainActor enum Windows {
  enum Route: NavRoute { case album(Int) }

  func select(store: NavStore, router: NavRouter<Route>) throws {
    //= WindowHistory.swift 1
  }
}
