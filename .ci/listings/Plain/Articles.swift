import FoundationEssentials
import NavRouting
import NavStoreTesting

// The articles that are about Swift anywhere.

enum RenamingArticle {
  //= RenamingRoutes.md 1
}

//= RenamingRoutes.md 2

typealias LibraryRoute = RenamingArticle.LibraryRoute

enum Privacy {
  //= PrivacyAndErasing.md 1
}

enum TestingArticle {
  //= Testing.md 1

  //= Testing.md 2

  //= Testing.md 3

  //= Testing.md 4
}
