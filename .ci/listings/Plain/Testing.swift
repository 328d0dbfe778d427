import NavRouting
import NavStoreTesting
import Testing

struct Contract {
  //= RouteContract.swift 1
}

// Listing 2 of RouteContract.swift is left out, because it is a line of a package manifest.
//! RouteContract.swift 2

enum Traits {
  enum AppRoute: NavRoute { case confirmation }

  @MainActor struct Shop {
    let router: NavRouter<AppRoute>
    func buy() { router.push(.confirmation) }
  }

  //= NavStoreTrait.swift 1
}

enum TraitsOfArticle {
  typealias AppRoute = Traits.AppRoute
  typealias Shop = Traits.Shop

  //= TestingAndPreviews.md 1
}

enum Stores {
  func clock() throws {
    //= ManualClock.swift 1
  }

  func relaunch() async throws {
    //= TemporaryStore.swift 1
  }
}
