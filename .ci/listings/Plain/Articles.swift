import NavRouting
import NavStoreTesting

// The articles that are about Swift anywhere.

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
  //= Testing.md 1

  //= Testing.md 2

  //= Testing.md 3

  //= Testing.md 4
}
