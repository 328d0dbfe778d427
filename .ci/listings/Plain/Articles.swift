import NavRouting
import NavStoreTesting

// The listings of the articles that need no views.

//= PrivacyAndErasing.md 1.1

enum RenamingArticle {
  //= RenamingRoutes.md 1
}

//= RenamingRoutes.md 2

typealias LibraryRoute = RenamingArticle.LibraryRoute

enum Privacy {
  //= PrivacyAndErasing.md 1.2
}

enum TestingArticle {
  enum AppTab: String, Codable, CaseIterable { case shop, cart }

  //= TestingAndPreviews.md 2

  //= TestingAndPreviews.md 3

  //= TestingAndPreviews.md 4

  //= TestingAndPreviews.md 5

  //= TestingAndPreviews.md 6

  //= TestingAndPreviews.md 7
}
